/**
 * English–French pairs 531 to 795 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_3 = `Thank you, my friend!	Merci, mon ami !
You don't have bread.	Tu n'as pas de pain.
My sister works well.	Ma sœur travaille bien.
My father wants soup.	Mon père veut de la soupe.
Thank you for the tea!	Merci pour le thé !
My mother likes honey.	Ma mère aime le miel.
The baby doesn't talk.	Le bébé ne parle pas.
You are going to cook.	Tu vas cuisiner.
Thank you, little cat!	Merci, petit chat !
They don't want bread.	Ils ne veulent pas de pain.
She doesn't want soup.	Elle ne veut pas de soupe.
The duck doesn't swim.	Le canard ne nage pas.
We are going to dance.	Nous allons danser.
She is going to dance.	Elle va danser.
You are going to jump.	Tu vas sauter.
You are going to play.	Tu vas jouer.
The duck is not happy.	Le canard n'est pas content.
He doesn't have water.	Il n'a pas d'eau.
You are going to talk.	Tu vas parler.
My brother is not sad.	Mon frère n'est pas triste.
Good night, my friend!	Bonne nuit, mon ami !
The rabbit is not sad.	Le lapin n'est pas triste.
My sister likes water.	Ma sœur aime l'eau.
Thank you, little dog!	Merci, petit chien !
The girl is not small.	La fille n'est pas petite.
Here is the chocolate.	Voici le chocolat.
You are going to walk.	Tu vas marcher.
The chocolate is good.	Le chocolat est bon.
Thank you, my brother!	Merci, mon frère !
My sister wants bread.	Ma sœur veut du pain.
You are going to work.	Tu vas travailler.
The baby is not happy.	Le bébé n'est pas content.
My brother swims here.	Mon frère nage ici.
The bird doesn't talk.	L'oiseau ne parle pas.
Do you want chocolate?	Veux-tu du chocolat ?
They are going to eat.	Ils vont manger.
My brother plays well.	Mon frère joue bien.
The room is very small.	La chambre est très petite.
My father likes coffee.	Mon père aime le café.
Your house is very big.	Ta maison est très grande.
My sister doesn't swim.	Ma sœur ne nage pas.
My sister likes cheese.	Ma sœur aime le fromage.
Good night, little cat!	Bonne nuit, petit chat !
They are going to cook.	Ils vont cuisiner.
They are going to walk.	Ils vont marcher.
They are going to talk.	Ils vont parler.
My mother is not young.	Ma mère n'est pas jeune.
My brother wants honey.	Mon frère veut du miel.
They are going to sing.	Ils vont chanter.
The horse doesn't jump.	Le cheval ne saute pas.
My father wants cheese.	Mon père veut du fromage.
The door is very small.	La porte est très petite.
She doesn't have water.	Elle n'a pas d'eau.
They are going to jump.	Ils vont sauter.
My brother likes honey.	Mon frère aime le miel.
They are going to swim.	Ils vont nager.
He doesn't want cheese.	Il ne veut pas de fromage.
Good night, little dog!	Bonne nuit, petit chien !
My mother wants cheese.	Ma mère veut du fromage.
She doesn't want water.	Elle ne veut pas d'eau.
They are going to dance.	Ils vont danser.
Thank you for the honey!	Merci pour le miel !
The rabbit is not happy.	Le lapin n'est pas content.
My brother is not young.	Mon frère n'est pas jeune.
My brother likes cheese.	Mon frère aime le fromage.
I don't see your rabbit.	Je ne vois pas ton lapin.
Thank you, little horse!	Merci, petit cheval !
Thank you for the coffee!	Merci pour le café !
The garden is very small.	Le jardin est très petit.
Good night, little horse!	Bonne nuit, petit cheval !
My sister likes chocolate.	Ma sœur aime le chocolat.
I left early.	Je suis parti tôt.
We saw a fox.	Nous avons vu un renard.
He saw a fox.	Il a vu un renard.
She saw a fox.	Elle a vu un renard.
You saw a fox.	Tu as vu un renard.
We eat at six.	Nous mangeons à six heures.
We eat at ten.	Nous mangeons à dix heures.
She left early.	Elle est partie tôt.
We eat at nine.	Nous mangeons à neuf heures.
It's a red car.	C'est une voiture rouge.
I like to read.	J'aime lire.
I like to draw.	J'aime dessiner.
They saw a fox.	Ils ont vu un renard.
Who is knocking?	Qui frappe à la porte ?
He has six hens.	Il a six poules.
Is the dog cold?	Est-ce que le chien a froid ?
Put on your hat.	Mets ton chapeau.
I have ten hens.	J'ai dix poules.
We like to read.	Nous aimons lire.
We eat at eight.	Nous mangeons à huit heures.
What a long day!	Quelle longue journée !
We eat at seven.	Nous mangeons à sept heures.
It's a new coat.	C'est un nouveau manteau.
He baked a cake.	Il a fait un gâteau.
He has ten cats.	Il a dix chats.
The cat is cold.	Le chat a froid.
I found the key.	J'ai trouvé la clé.
I get up at six.	Je me lève à six heures.
He found the key.	Il a trouvé la clé.
I have six books.	J'ai six livres.
We can wait here.	Nous pouvons attendre ici.
The table is set.	La table est mise.
The baby is cold.	Le bébé a froid.
You baked a cake.	Tu as fait un gâteau.
The bags are old.	Les sacs sont vieux.
It's a small dog.	C'est un petit chien.
We have two cats.	Nous avons deux chats.
I took the train.	J'ai pris le train.
I broke the lamp.	J'ai cassé la lampe.
The bill, please!	L'addition, s'il vous plaît !
He likes to read.	Il aime lire.
We bought a book.	Nous avons acheté un livre.
He can leave now.	Il peut partir maintenant.
I came home late.	Je suis rentré tard.
It's a good idea.	C'est une bonne idée.
I wrote a letter.	J'ai écrit une lettre.
The fox ran away.	Le renard s'est enfui.
He has four cats.	Il a quatre chats.
The cows are big.	Les vaches sont grandes.
Is the baby cold?	Est-ce que le bébé a froid ?
My feet are cold.	J'ai froid aux pieds.
They like to run.	Ils aiment courir.
The bags are big.	Les sacs sont grands.
It's a blue bike.	C'est un vélo bleu.
I have five hens.	J'ai cinq poules.
Turn on the lamp.	Allume la lampe.
I stayed at home.	Je suis resté à la maison.
How was the trip?	Comment s'est passé le voyage ?
I heard the rain.	J'ai entendu la pluie.
We came home late.	Nous sommes rentrés tard.
We like to travel.	Nous aimons voyager.
He has five books.	Il a cinq livres.
I have five books.	J'ai cinq livres.
He heard the rain.	Il a entendu la pluie.
We broke the lamp.	Nous avons cassé la lampe.
We took the train.	Nous avons pris le train.
The shoes are old.	Les chaussures sont vieilles.
Is the dog afraid?	Est-ce que le chien a peur ?
The dog is afraid.	Le chien a peur.
We see an old map.	Nous voyons une vieille carte.
Is the dog hungry?	Est-ce que le chien a faim ?
She didn't go out.	Elle n'est pas sortie.
We drank the milk.	Nous avons bu le lait.
We must leave now.	Nous devons partir maintenant.
You walk too fast.	Tu marches trop vite.
It's a pretty hat.	C'est un joli chapeau.
It's a new teapot.	C'est une nouvelle théière.
I have an old map.	J'ai une vieille carte.
You can leave now.	Tu peux partir maintenant.
He broke the lamp.	Il a cassé la lampe.
The trees are old.	Les arbres sont vieux.
The cat is sleepy.	Le chat a sommeil.
He must wait here.	Il doit attendre ici.
I read the letter.	J'ai lu la lettre.
Are your cows big?	Est-ce que tes vaches sont grandes ?
You have ten hens.	Tu as dix poules.
The cat is hungry.	Le chat a faim.
We must wait here.	Nous devons attendre ici.
He can sleep here.	Il peut dormir ici.
He went to school.	Il est allé à l'école.
Is this seat free?	Est-ce que cette place est libre ?
My sister is cold.	Ma sœur a froid.
He took the train.	Il a pris le train.
He has four books.	Il a quatre livres.
We went to school.	Nous sommes allés à l'école.
He has three cats.	Il a trois chats.
We stayed at home.	Nous sommes restés à la maison.
They like to read.	Ils aiment lire.
The boats are old.	Les bateaux sont vieux.
The cat is afraid.	Le chat a peur.
We wrote a letter.	Nous avons écrit une lettre.
It's a big garden.	C'est un grand jardin.
He must leave now.	Il doit partir maintenant.
You have six hens.	Tu as six poules.
She likes to read.	Elle aime lire.
She has ten books.	Elle a dix livres.
I closed the door.	J'ai fermé la porte.
You found the key.	Tu as trouvé la clé.
Is the cat afraid?	Est-ce que le chat a peur ?
The trees are big.	Les arbres sont grands.
She likes to draw.	Elle aime dessiner.
We can sleep here.	Nous pouvons dormir ici.
I lost the ticket.	J'ai perdu le billet.
See you on Sunday!	À dimanche !
Your shoes are wet.	Tes chaussures sont mouillées.
It's a long letter.	C'est une longue lettre.
We can't leave now.	Nous ne pouvons pas partir maintenant.
You heard the rain.	Tu as entendu la pluie.
We see a blue bike.	Nous voyons un vélo bleu.
The cats are black.	Les chats sont noirs.
You can sleep here.	Tu peux dormir ici.
My aunt is a pilot.	Ma tante est pilote.
The baby is sleepy.	Le bébé a sommeil.
Don't eat too fast!	Ne mange pas trop vite !
I dropped my spoon.	J'ai fait tomber ma cuillère.
She has a new coat.	Elle a un nouveau manteau.
My aunt is a nurse.	Ma tante est infirmière.
The cats are white.	Les chats sont blancs.
My sister is lucky.	Ma sœur a de la chance.
She came home late.	Elle est rentrée tard.
She drank the milk.	Elle a bu le lait.
Don't open the box!	N'ouvre pas la boîte !
We washed the cups.	Nous avons lavé les tasses.
You took the train.	Tu as pris le train.
Our plane was late.	Notre avion avait du retard.
They have two cats.	Ils ont deux chats.
I forgot the bread.	J'ai oublié le pain.
It's a green dress.	C'est une robe verte.
The cat is thirsty.	Le chat a soif.
Is the cat thirsty?	Est-ce que le chat a soif ?
It's not a red car.	Ce n'est pas une voiture rouge.
The kitten is cold.	Le chaton a froid.
It is cool in Lyon.	Il fait frais à Lyon.
I see a pretty hat.	Je vois un joli chapeau.
I can take the bus.	Je peux prendre le bus.
They found the key.	Ils ont trouvé la clé.
The chairs are red.	Les chaises sont rouges.
He read the letter.	Il a lu la lettre.
The horses are big.	Les chevaux sont grands.
The eggs are white.	Les œufs sont blancs.
The cats are young.	Les chats sont jeunes.
One coffee, please!	Un café, s'il vous plaît !
It is cold in Lyon.	Il fait froid à Lyon.
I see a new teapot.	Je vois une nouvelle théière.
The dog is thirsty.	Le chien a soif.
Is my brother cold?	Est-ce que mon frère a froid ?
We closed the door.	Nous avons fermé la porte.
The cows are white.	Les vaches sont blanches.
The cows are black.	Les vaches sont noires.
We lost the ticket.	Nous avons perdu le billet.
She went to school.	Elle est allée à l'école.
She wrote a letter.	Elle a écrit une lettre.
Do you like to run?	Est-ce que tu aimes courir ?
He never eats meat.	Il ne mange jamais de viande.
I have a small dog.	J'ai un petit chien.
They bought a book.	Ils ont acheté un livre.
You broke the lamp.	Tu as cassé la lampe.
It's a small house.	C'est une petite maison.
We have three cats.	Nous avons trois chats.
He has a blue bike.	Il a un vélo bleu.
The eggs are fresh.	Les œufs sont frais.
What a pretty town!	Quelle jolie ville !
They can wait here.	Ils peuvent attendre ici.
Look under the bed.	Regarde sous le lit.
I fell in the snow.	Je suis tombé dans la neige.
It's a big kitchen.	C'est une grande cuisine.
The houses are old.	Les maisons sont vieilles.
She has three hens.	Elle a trois poules.
Do you like to read?	Est-ce que tu aimes lire ?
My back hurts today.	J'ai mal au dos aujourd'hui.
My brother is lucky.	Mon frère a de la chance.
My sister is hungry.	Ma sœur a faim.
She washed the cups.	Elle a lavé les tasses.
It's not an old map.	Ce n'est pas une vieille carte.
What a strange bird!	Quel drôle d'oiseau !
He sees a blue bike.	Il voit un vélo bleu.
They like to travel.	Ils aiment voyager.
Are your cats black?	Est-ce que tes chats sont noirs ?
Did you see the fox?	As-tu vu le renard ?
I have five tickets.	J'ai cinq billets.
They stayed at home.	Ils sont restés à la maison.
They must leave now.	Ils doivent partir maintenant.
She sees an old map.	Elle voit une vieille carte.
My tea is still hot.	Mon thé est encore chaud.
`;
