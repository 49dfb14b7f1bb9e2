/**
 * English–French pairs 796 to 1060 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_4 = `I must speak slowly.	Je dois parler lentement.
You washed the cups.	Tu as lavé les tasses.
We have two tickets.	Nous avons deux billets.
They heard the rain.	Ils ont entendu la pluie.
He can drive slowly.	Il peut conduire lentement.
Are your cats small?	Est-ce que tes chats sont petits ?
I want to leave now.	Je veux partir maintenant.
Do you like to draw?	Est-ce que tu aimes dessiner ?
My uncle is a baker.	Mon oncle est boulanger.
It's a wooden table.	C'est une table en bois.
Are your bags heavy?	Est-ce que tes sacs sont lourds ?
He sees a small dog.	Il voit un petit chien.
He didn't stay long.	Il n'est pas resté longtemps.
The baby is thirsty.	Le bébé a soif.
The shoes are black.	Les chaussures sont noires.
It is cold in Spain.	Il fait froid en Espagne.
He forgot the bread.	Il a oublié le pain.
The dog is not cold.	Le chien n'a pas froid.
The birds are happy.	Les oiseaux sont heureux.
You closed the door.	Tu as fermé la porte.
The birds are black.	Les oiseaux sont noirs.
They took the train.	Ils ont pris le train.
We have an old boat.	Nous avons un vieux bateau.
Is my sister hungry?	Est-ce que ma sœur a faim ?
They have two books.	Ils ont deux livres.
I like to drink tea.	J'aime boire du thé.
Are your chairs red?	Est-ce que tes chaises sont rouges ?
The hens are asleep.	Les poules dorment.
I like to cook fish.	J'aime cuisiner du poisson.
We have an old tree.	Nous avons un vieil arbre.
We need more chairs.	Il nous faut plus de chaises.
He sees an old boat.	Il voit un vieux bateau.
It is cool in Paris.	Il fait frais à Paris.
It snowed last week.	Il a neigé la semaine dernière.
I must pay the bill.	Je dois payer l'addition.
How old is your cat?	Quel âge a ton chat ?
You see an old boat.	Tu vois un vieux bateau.
The girls are young.	Les filles sont jeunes.
My sister is afraid.	Ma sœur a peur.
This rope is longer.	Cette corde est plus longue.
They see a new coat.	Ils voient un nouveau manteau.
The girls are happy.	Les filles sont heureuses.
You have three cats.	Tu as trois chats.
What is in this box?	Qu'y a-t-il dans cette boîte ?
The soup needs salt.	La soupe manque de sel.
My brother is wrong.	Mon frère a tort.
Whose scarf is this?	À qui est cette écharpe ?
Don't wake the baby!	Ne réveille pas le bébé !
She has an old boat.	Elle a un vieux bateau.
My sister is sleepy.	Ma sœur a sommeil.
The dog hid my shoe.	Le chien a caché ma chaussure.
We forgot the bread.	Nous avons oublié le pain.
Which door is yours?	Quelle porte est la tienne ?
She has an old tree.	Elle a un vieil arbre.
The birds are small.	Les oiseaux sont petits.
It snowed yesterday.	Il a neigé hier.
My aunt is a singer.	Ma tante est chanteuse.
The pears are fresh.	Les poires sont fraîches.
Don't be late again!	Ne sois plus en retard !
They see an old map.	Ils voient une vieille carte.
We can pay the bill.	Nous pouvons payer l'addition.
They travel by bike.	Ils voyagent à vélo.
The shoes are clean.	Les chaussures sont propres.
He has a new teapot.	Il a une nouvelle théière.
They went to school.	Ils sont allés à l'école.
The flowers are red.	Les fleurs sont rouges.
The cat is not cold.	Le chat n'a pas froid.
I must drive slowly.	Je dois conduire lentement.
You have three hens.	Tu as trois poules.
I see a long letter.	Je vois une longue lettre.
The pears are green.	Les poires sont vertes.
Are your bags black?	Est-ce que tes sacs sont noirs ?
It's not a blue bike.	Ce n'est pas un vélo bleu.
I have a small house.	J'ai une petite maison.
She sees an old tree.	Elle voit un vieil arbre.
He has three tickets.	Il a trois billets.
Are your flowers red?	Est-ce que tes fleurs sont rouges ?
She fell in the snow.	Elle est tombée dans la neige.
I can close the shop.	Je peux fermer le magasin.
What a lovely garden!	Quel joli jardin !
The kitten is hungry.	Le chaton a faim.
It snowed last night.	Il a neigé hier soir.
My brother is afraid.	Mon frère a peur.
My sister is a baker.	Ma sœur est boulangère.
I didn't leave early.	Je ne suis pas parti tôt.
The streets are long.	Les rues sont longues.
I dreamed of the sea.	J'ai rêvé de la mer.
Are your shoes black?	Est-ce que tes chaussures sont noires ?
I have a big kitchen.	J'ai une grande cuisine.
You have two sisters.	Tu as deux sœurs.
He has a big kitchen.	Il a une grande cuisine.
We can wash the cups.	Nous pouvons laver les tasses.
He has a small house.	Il a une petite maison.
Can you hear the sea?	Entends-tu la mer ?
They can't wait here.	Ils ne peuvent pas attendre ici.
You look happy today.	Tu as l'air heureux aujourd'hui.
My cousin is a baker.	Mon cousin est boulanger.
He sees a pretty hat.	Il voit un joli chapeau.
He sees a big garden.	Il voit un grand jardin.
He can carry the box.	Il peut porter la boîte.
Why are you laughing?	Pourquoi est-ce que tu ris ?
The baby is not cold.	Le bébé n'a pas froid.
You have a blue bike.	Tu as un vélo bleu.
How much is this hat?	Combien coûte ce chapeau ?
He is older than you.	Il est plus âgé que toi.
He can choose a gift.	Il peut choisir un cadeau.
We can carry the box.	Nous pouvons porter la boîte.
Show me your drawing.	Montre-moi ton dessin.
He went to the beach.	Il est allé à la plage.
I must wash the cups.	Je dois laver les tasses.
The bags are not big.	Les sacs ne sont pas grands.
The teacher is lucky.	Le professeur a de la chance.
I miss the mountains.	La montagne me manque.
I see a warm blanket.	Je vois une couverture chaude.
The houses are white.	Les maisons sont blanches.
I have a white shirt.	J'ai une chemise blanche.
That was a good film.	C'était un bon film.
They closed the door.	Ils ont fermé la porte.
They read the letter.	Ils ont lu la lettre.
They have five books.	Ils ont cinq livres.
We followed the path.	Nous avons suivi le chemin.
She waters the roses.	Elle arrose les roses.
Who took my umbrella?	Qui a pris mon parapluie ?
School starts at ten.	L'école commence à dix heures.
I can't speak slowly.	Je ne peux pas parler lentement.
You have a good idea.	Tu as une bonne idée.
You can take the bus.	Tu peux prendre le bus.
You forgot the bread.	Tu as oublié le pain.
Is my brother hungry?	Est-ce que mon frère a faim ?
The teacher is right.	Le professeur a raison.
She has four tickets.	Elle a quatre billets.
She painted the wall.	Elle a peint le mur.
Are your shoes clean?	Est-ce que tes chaussures sont propres ?
They can't leave now.	Ils ne peuvent pas partir maintenant.
You painted the wall.	Tu as peint le mur.
We must speak slowly.	Nous devons parler lentement.
I must carry the box.	Je dois porter la boîte.
Our neighbor is cold.	Notre voisin a froid.
He has a good friend.	Il a un bon ami.
She sees a blue bike.	Elle voit un vélo bleu.
My aunt is a teacher.	Ma tante est professeure.
We must pay the bill.	Nous devons payer l'addition.
My cousin is a nurse.	Mon cousin est infirmier.
We want to wait here.	Nous voulons attendre ici.
He has three sisters.	Il a trois sœurs.
This road is shorter.	Cette route est plus courte.
He can wash the cups.	Il peut laver les tasses.
We want to buy bread.	Nous voulons acheter du pain.
We need a cup of tea.	Il nous faut une tasse de thé.
It's almost midnight.	Il est presque minuit.
You can't sleep here.	Tu ne peux pas dormir ici.
My brother is sleepy.	Mon frère a sommeil.
She has five tickets.	Elle a cinq billets.
It's not an old tree.	Ce n'est pas un vieil arbre.
It is cold in Canada.	Il fait froid au Canada.
It is cool in Canada.	Il fait frais au Canada.
Is the kitten hungry?	Est-ce que le chaton a faim ?
I'm learning to swim.	J'apprends à nager.
He has a white shirt.	Il a une chemise blanche.
It's my turn to cook.	C'est à mon tour de cuisiner.
My sister is a pilot.	Ma sœur est pilote.
He fell off his bike.	Il est tombé de son vélo.
It's not an old boat.	Ce n'est pas un vieux bateau.
What are you drawing?	Qu'est-ce que tu dessines ?
My aunt baked a cake.	Ma tante a fait un gâteau.
He opened the window.	Il a ouvert la fenêtre.
Are your pears green?	Est-ce que tes poires sont vertes ?
The apples are green.	Les pommes sont vertes.
She has a new teapot.	Elle a une nouvelle théière.
Are your pears fresh?	Est-ce que tes poires sont fraîches ?
The horses are tired.	Les chevaux sont fatigués.
I don't like to read.	Je n'aime pas lire.
We see a green dress.	Nous voyons une robe verte.
You sing like a bird.	Tu chantes comme un oiseau.
The girls left early.	Les filles sont parties tôt.
Is our neighbor cold?	Est-ce que notre voisin a froid ?
She can't sleep here.	Elle ne peut pas dormir ici.
The horses are young.	Les chevaux sont jeunes.
We see a big kitchen.	Nous voyons une grande cuisine.
I don't like to draw.	Je n'aime pas dessiner.
We must drive slowly.	Nous devons conduire lentement.
Is the kitten sleepy?	Est-ce que le chaton a sommeil ?
I can't take the bus.	Je ne peux pas prendre le bus.
My aunt is a painter.	Ma tante est peintre.
It's a pretty flower.	C'est une jolie fleur.
It is raining in Lyon.	Il pleut à Lyon.
She came home at nine.	Elle est rentrée à neuf heures.
He can't drive slowly.	Il ne peut pas conduire lentement.
The windows are dirty.	Les fenêtres sont sales.
They fell in the snow.	Ils sont tombés dans la neige.
He sleeps on the sofa.	Il dort sur le canapé.
She wore a blue scarf.	Elle portait une écharpe bleue.
You followed the path.	Tu as suivi le chemin.
Are your apples green?	Est-ce que tes pommes sont vertes ?
He sees a big kitchen.	Il voit une grande cuisine.
She came home at noon.	Elle est rentrée à midi.
The hat is in the box.	Le chapeau est dans la boîte.
I live above a bakery.	J'habite au-dessus d'une boulangerie.
The last bus has left.	Le dernier bus est parti.
You have five tickets.	Tu as cinq billets.
The dog is not afraid.	Le chien n'a pas peur.
He can't take the bus.	Il ne peut pas prendre le bus.
I have a yellow scarf.	J'ai une écharpe jaune.
She is taller than me.	Elle est plus grande que moi.
We have three sisters.	Nous avons trois sœurs.
We can't drive slowly.	Nous ne pouvons pas conduire lentement.
The bag is in the box.	Le sac est dans la boîte.
He can close the shop.	Il peut fermer le magasin.
You must drive slowly.	Tu dois conduire lentement.
My aunt is a musician.	Ma tante est musicienne.
He wants to make soup.	Il veut faire de la soupe.
She sees a big garden.	Elle voit un grand jardin.
My brother is a baker.	Mon frère est boulanger.
They forgot the bread.	Ils ont oublié le pain.
My uncle is a teacher.	Mon oncle est professeur.
My uncle is a painter.	Mon oncle est peintre.
The flowers are white.	Les fleurs sont blanches.
The key is in the box.	La clé est dans la boîte.
Did you hear the rain?	As-tu entendu la pluie ?
Are your apples fresh?	Est-ce que tes pommes sont fraîches ?
I'm too tired to cook.	Je suis trop fatigué pour cuisiner.
The teacher is afraid.	Le professeur a peur.
She can carry the box.	Elle peut porter la boîte.
Spring is almost here.	Le printemps est presque là.
We must choose a gift.	Nous devons choisir un cadeau.
It is cold by the sea.	Il fait froid au bord de la mer.
We have a small house.	Nous avons une petite maison.
It's a beautiful bird.	C'est un bel oiseau.
My mother is a farmer.	Ma mère est agricultrice.
The teacher saw a fox.	Le professeur a vu un renard.
This tree is very old.	Cet arbre est très vieux.
He didn't see the fox.	Il n'a pas vu le renard.
I went out last night.	Je suis sorti hier soir.
There is no more milk.	Il n'y a plus de lait.
You must speak slowly.	Tu dois parler lentement.
Is the teacher hungry?	Est-ce que le professeur a faim ?
The trees are not big.	Les arbres ne sont pas grands.
My brother is a nurse.	Mon frère est infirmier.
They see a new teapot.	Ils voient une nouvelle théière.
He likes to cook fish.	Il aime cuisiner du poisson.
Who ate the last pear?	Qui a mangé la dernière poire ?
Come and see the moon.	Viens voir la lune.
They can drive slowly.	Ils peuvent conduire lentement.
You have two children.	Tu as deux enfants.
The teacher is sleepy.	Le professeur a sommeil.
My sister is a doctor.	Ma sœur est médecin.
Are your chairs heavy?	Est-ce que tes chaises sont lourdes ?
He can't pay the bill.	Il ne peut pas payer l'addition.
Our neighbor is lucky.	Notre voisin a de la chance.
I sleep less than you.	Je dors moins que toi.
The hat is in the car.	Le chapeau est dans la voiture.
My brother is a pilot.	Mon frère est pilote.
My aunt bought a book.	Ma tante a acheté un livre.
When is your birthday?	C'est quand, ton anniversaire ?
He has three children.	Il a trois enfants.
Are your horses black?	Est-ce que tes chevaux sont noirs ?
My cousin is a doctor.	Mon cousin est médecin.
The teacher is hungry.	Le professeur a faim.
He sees a white shirt.	Il voit une chemise blanche.
You can buy some milk.	Tu peux acheter du lait.
Who painted this wall?	Qui a peint ce mur ?
My mother is a doctor.	Ma mère est médecin.
We went to the market.	Nous sommes allés au marché.
Let's drink to summer!	Buvons à l'été !
The trees are not old.	Les arbres ne sont pas vieux.
`;
