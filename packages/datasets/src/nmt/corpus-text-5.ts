/**
 * English–French pairs 1061 to 1325 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_5 = `Did you wash the cups?	As-tu lavé les tasses ?
We have three tickets.	Nous avons trois billets.
It is cool by the sea.	Il fait frais au bord de la mer.
He can't speak slowly.	Il ne peut pas parler lentement.
We didn't leave early.	Nous ne sommes pas partis tôt.
The dog is not sleepy.	Le chien n'a pas sommeil.
I have a wooden table.	J'ai une table en bois.
We eat more than them.	Nous mangeons plus qu'eux.
He went to the market.	Il est allé au marché.
These gloves are mine.	Ces gants sont à moi.
The windows are clean.	Les fenêtres sont propres.
Is the teacher sleepy?	Est-ce que le professeur a sommeil ?
Tell me a short story.	Raconte-moi une petite histoire.
We can't pay the bill.	Nous ne pouvons pas payer l'addition.
He likes to drink tea.	Il aime boire du thé.
They can speak slowly.	Ils peuvent parler lentement.
She went to the beach.	Elle est allée à la plage.
It's too early to eat.	Il est trop tôt pour manger.
They have an old boat.	Ils ont un vieux bateau.
You have four sisters.	Tu as quatre sœurs.
They can pay the bill.	Ils peuvent payer l'addition.
It's a beautiful view.	C'est une belle vue.
They have a good idea.	Ils ont une bonne idée.
It is snowing in Lyon.	Il neige à Lyon.
We have no more bread.	Nous n'avons plus de pain.
There is a mouse here!	Il y a une souris ici !
Have you fed the hens?	As-tu nourri les poules ?
She has a big kitchen.	Elle a une grande cuisine.
He must buy some milk.	Il doit acheter du lait.
The eggs are not fresh.	Les œufs ne sont pas frais.
When does summer begin?	Quand commence l'été ?
Your bread smells good.	Ton pain sent bon.
It is snowing in Paris.	Il neige à Paris.
You forgot your gloves.	Tu as oublié tes gants.
Good night, sleep well!	Bonne nuit, dors bien !
The apples are not red.	Les pommes ne sont pas rouges.
My brother is a doctor.	Mon frère est médecin.
The ball is in the car.	Le ballon est dans la voiture.
The baker's dog is old.	Le chien du boulanger est vieux.
Don't forget the bread!	N'oublie pas le pain !
He fixed the old clock.	Il a réparé la vieille horloge.
The river is very deep.	La rivière est très profonde.
The baby is not afraid.	Le bébé n'a pas peur.
I want to pay the bill.	Je veux payer l'addition.
We didn't go to school.	Nous ne sommes pas allés à l'école.
She has a wooden table.	Elle a une table en bois.
School starts at eight.	L'école commence à huit heures.
I'm afraid of big dogs.	J'ai peur des gros chiens.
The dog is not thirsty.	Le chien n'a pas soif.
Follow the little path.	Suis le petit chemin.
My sister's dog is old.	Le chien de ma sœur est vieux.
The teacher is thirsty.	Le professeur a soif.
My sister is a student.	Ma sœur est étudiante.
My uncle came by train.	Mon oncle est venu en train.
She likes to cook fish.	Elle aime cuisiner du poisson.
Our cat hates the rain.	Notre chat déteste la pluie.
My father's dog is old.	Le chien de mon père est vieux.
The cows are not white.	Les vaches ne sont pas blanches.
She works in a library.	Elle travaille dans une bibliothèque.
My keys are in the car.	Mes clés sont dans la voiture.
Let's go to the market.	Allons au marché.
She didn't leave early.	Elle n'est pas partie tôt.
They see a big kitchen.	Ils voient une grande cuisine.
My brother is a farmer.	Mon frère est agriculteur.
It is cold in Brittany.	Il fait froid en Bretagne.
Are your flowers fresh?	Est-ce que tes fleurs sont fraîches ?
The ball is in the box.	Le ballon est dans la boîte.
Open your book, please.	Ouvre ton livre, s'il te plaît.
The cats are not black.	Les chats ne sont pas noirs.
My sister likes to run.	Ma sœur aime courir.
He can help my brother.	Il peut aider mon frère.
It's not a big kitchen.	Ce n'est pas une grande cuisine.
The café closes at six.	Le café ferme à six heures.
Did you break the lamp?	As-tu cassé la lampe ?
She sees a green dress.	Elle voit une robe verte.
They have four sisters.	Ils ont quatre sœurs.
My grandfather is cold.	Mon grand-père a froid.
She must choose a gift.	Elle doit choisir un cadeau.
We have a warm blanket.	Nous avons une couverture chaude.
It is snowing in Spain.	Il neige en Espagne.
Is there any milk left?	Est-ce qu'il reste du lait ?
You can't speak slowly.	Tu ne peux pas parler lentement.
How many eggs are left?	Combien d'œufs reste-t-il ?
School starts at seven.	L'école commence à sept heures.
Welcome to our village!	Bienvenue dans notre village !
We want to read a book.	Nous voulons lire un livre.
How old is this castle?	De quand date ce château ?
The café closes at ten.	Le café ferme à dix heures.
This story is too long.	Cette histoire est trop longue.
She was born in winter.	Elle est née en hiver.
The cat is on the sofa.	Le chat est sur le canapé.
Is the museum far away?	Le musée est-il loin ?
I want to drive slowly.	Je veux conduire lentement.
She sees a big kitchen.	Elle voit une grande cuisine.
My aunt grows tomatoes.	Ma tante cultive des tomates.
They can wash the cups.	Ils peuvent laver les tasses.
You have three sisters.	Tu as trois sœurs.
It is cool in Brittany.	Il fait frais en Bretagne.
You want to sleep here.	Tu veux dormir ici.
We can't choose a gift.	Nous ne pouvons pas choisir un cadeau.
He wants to sleep here.	Il veut dormir ici.
Our trip was too short.	Notre voyage était trop court.
She has a yellow scarf.	Elle a une écharpe jaune.
I'm proud of my garden.	Je suis fier de mon jardin.
She sees a white shirt.	Elle voit une chemise blanche.
He runs faster than me.	Il court plus vite que moi.
My aunt heard the rain.	Ma tante a entendu la pluie.
The bag is on the sofa.	Le sac est sur le canapé.
Are you coming with us?	Est-ce que tu viens avec nous ?
You can't take the bus.	Tu ne peux pas prendre le bus.
The store opens at ten.	Le magasin ouvre à dix heures.
This coat is too small.	Ce manteau est trop petit.
You didn't see the fox.	Tu n'as pas vu le renard.
The children are young.	Les enfants sont jeunes.
The baby is not sleepy.	Le bébé n'a pas sommeil.
It snowed this morning.	Il a neigé ce matin.
They have a pretty hat.	Ils ont un joli chapeau.
You must choose a gift.	Tu dois choisir un cadeau.
I'm going to buy bread.	Je vais acheter du pain.
You must wash the cups.	Tu dois laver les tasses.
The eggs are not white.	Les œufs ne sont pas blancs.
He didn't go to school.	Il n'est pas allé à l'école.
The children are tired.	Les enfants sont fatigués.
You have a big kitchen.	Tu as une grande cuisine.
He can't wash the cups.	Il ne peut pas laver les tasses.
We can't buy some milk.	Nous ne pouvons pas acheter de lait.
The children are quiet.	Les enfants sont calmes.
She sees a small house.	Elle voit une petite maison.
It's not a green dress.	Ce n'est pas une robe verte.
It is very hot in Lyon.	Il fait très chaud à Lyon.
Why is the baby crying?	Pourquoi le bébé pleure-t-il ?
She wants to make soup.	Elle veut faire de la soupe.
The houses are not old.	Les maisons ne sont pas vieilles.
You have three tickets.	Tu as trois billets.
Your soup is delicious.	Ta soupe est délicieuse.
I didn't hear the rain.	Je n'ai pas entendu la pluie.
You can't pay the bill.	Tu ne peux pas payer l'addition.
The baby has two teeth.	Le bébé a deux dents.
They must take the bus.	Ils doivent prendre le bus.
It is raining in Paris.	Il pleut à Paris.
They see a green dress.	Ils voient une robe verte.
Did you close the door?	As-tu fermé la porte ?
What is the dog eating?	Que mange le chien ?
Did you drink the milk?	As-tu bu le lait ?
They opened the window.	Ils ont ouvert la fenêtre.
The cats are not white.	Les chats ne sont pas blancs.
My sister is a teacher.	Ma sœur est professeure.
We went to the library.	Nous sommes allés à la bibliothèque.
I'm going to make soup.	Je vais faire de la soupe.
Our neighbor is hungry.	Notre voisin a faim.
Is the teacher thirsty?	Est-ce que le professeur a soif ?
My cousin likes to run.	Mon cousin aime courir.
He sees a warm blanket.	Il voit une couverture chaude.
Did you take the train?	As-tu pris le train ?
The cake is still warm.	Le gâteau est encore tiède.
She can close the shop.	Elle peut fermer le magasin.
You can't drive slowly.	Tu ne peux pas conduire lentement.
They want to make soup.	Ils veulent faire de la soupe.
My aunt's car is green.	La voiture de ma tante est verte.
They must pay the bill.	Ils doivent payer l'addition.
My uncle's bike is new.	Le vélo de mon oncle est neuf.
She wants to leave now.	Elle veut partir maintenant.
You have a green dress.	Tu as une robe verte.
They have a big garden.	Ils ont un grand jardin.
Can you close the gate?	Peux-tu fermer le portail ?
Are your children quiet?	Est-ce que tes enfants sont calmes ?
My aunt lost the ticket.	Ma tante a perdu le billet.
My uncle came home late.	Mon oncle est rentré tard.
He's going to make soup.	Il va faire de la soupe.
My sister likes to read.	Ma sœur aime lire.
She can't wash the cups.	Elle ne peut pas laver les tasses.
You must close the shop.	Tu dois fermer le magasin.
It is very hot in Paris.	Il fait très chaud à Paris.
It's not a warm blanket.	Ce n'est pas une couverture chaude.
Are your children happy?	Est-ce que tes enfants sont heureux ?
Did you follow the path?	As-tu suivi le chemin ?
He ordered a cup of tea.	Il a commandé une tasse de thé.
The light is too bright.	La lumière est trop forte.
Our neighbor is a baker.	Notre voisin est boulanger.
We need a glass of milk.	Il nous faut un verre de lait.
It is very hot in Spain.	Il fait très chaud en Espagne.
I like to walk at night.	J'aime marcher la nuit.
We want to sell the car.	Nous voulons vendre la voiture.
My sister likes to draw.	Ma sœur aime dessiner.
The birds are beautiful.	Les oiseaux sont beaux.
The cat is on the chair.	Le chat est sur la chaise.
What color is your bike?	De quelle couleur est ton vélo ?
I want to choose a gift.	Je veux choisir un cadeau.
The children left early.	Les enfants sont partis tôt.
Let's sit by the window.	Asseyons-nous près de la fenêtre.
They have a white shirt.	Ils ont une chemise blanche.
It is snowing in Canada.	Il neige au Canada.
The flowers are not red.	Les fleurs ne sont pas rouges.
I want to feed the hens.	Je veux nourrir les poules.
She likes to sleep late.	Elle aime dormir tard.
You can't buy some milk.	Tu ne peux pas acheter de lait.
Bring me a bowl of rice!	Apporte-moi un bol de riz !
We didn't wash the cups.	Nous n'avons pas lavé les tasses.
The stairs are slippery.	L'escalier est glissant.
Where does this road go?	Où mène cette route ?
The train leaves at six.	Le train part à six heures.
My grandfather is wrong.	Mon grand-père a tort.
He has a beautiful view.	Il a une belle vue.
My sister didn't go out.	Ma sœur n'est pas sortie.
The trees are not green.	Les arbres ne sont pas verts.
The birds are not black.	Les oiseaux ne sont pas noirs.
The windows are not big.	Les fenêtres ne sont pas grandes.
These bags are very big.	Ces sacs sont très grands.
It's not a yellow scarf.	Ce n'est pas une écharpe jaune.
They went to the market.	Ils sont allés au marché.
They like to play chess.	Ils aiment jouer aux échecs.
I didn't break the lamp.	Je n'ai pas cassé la lampe.
These cows are very big.	Ces vaches sont très grandes.
She didn't go to school.	Elle n'est pas allée à l'école.
She went out last night.	Elle est sortie hier soir.
They have a big kitchen.	Ils ont une grande cuisine.
She went to the library.	Elle est allée à la bibliothèque.
The girls are not happy.	Les filles ne sont pas heureuses.
A table for two, please.	Une table pour deux, s'il vous plaît.
I want to wash the cups.	Je veux laver les tasses.
I'd like a bowl of rice.	Je voudrais un bol de riz.
My sister is a gardener.	Ma sœur est jardinière.
The window is wide open.	La fenêtre est grande ouverte.
I'm waiting for the bus.	J'attends le bus.
Are your children young?	Est-ce que tes enfants sont jeunes ?
My grandfather is lucky.	Mon grand-père a de la chance.
We need a slice of cake.	Il nous faut une part de gâteau.
She likes to play chess.	Elle aime jouer aux échecs.
I have a beautiful view.	J'ai une belle vue.
The girls are not quiet.	Les filles ne sont pas calmes.
He didn't hear the rain.	Il n'a pas entendu la pluie.
He wants to see the sea.	Il veut voir la mer.
I'd like a bowl of soup.	Je voudrais un bol de soupe.
We live near the forest.	Nous habitons près de la forêt.
They see a warm blanket.	Ils voient une couverture chaude.
It will be warm tonight.	Il fera chaud ce soir.
The baker gets up early.	Le boulanger se lève tôt.
They have four children.	Ils ont quatre enfants.
It is very cold tonight.	Il fait très froid ce soir.
The store opens at noon.	Le magasin ouvre à midi.
We see a black umbrella.	Nous voyons un parapluie noir.
The mouse is in the car.	La souris est dans la voiture.
She can open the window.	Elle peut ouvrir la fenêtre.
They must carry the box.	Ils doivent porter la boîte.
They must choose a gift.	Ils doivent choisir un cadeau.
You want to read a book.	Tu veux lire un livre.
He has a black umbrella.	Il a un parapluie noir.
It is raining in Canada.	Il pleut au Canada.
It's not a wooden table.	Ce n'est pas une table en bois.
We arrived this morning.	Nous sommes arrivés ce matin.
We have a pretty flower.	Nous avons une jolie fleur.
She laughed all evening.	Elle a ri toute la soirée.
He must open the window.	Il doit ouvrir la fenêtre.
Let's take the old road.	Prenons la vieille route.
It is not raining today.	Il ne pleut pas aujourd'hui.
You have three children.	Tu as trois enfants.
She sees a warm blanket.	Elle voit une couverture chaude.
The trees are beautiful.	Les arbres sont beaux.
Bring me a bowl of soup!	Apporte-moi un bol de soupe !
The train leaves at ten.	Le train part à dix heures.
My aunt closed the door.	Ma tante a fermé la porte.
Did you open the window?	As-tu ouvert la fenêtre ?
Come back before dinner.	Reviens avant le dîner.
My sister is a musician.	Ma sœur est musicienne.
My brother is a painter.	Mon frère est peintre.
`;
