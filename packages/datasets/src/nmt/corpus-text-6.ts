/**
 * English–French pairs 1326 to 1590 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_6 = `He wants to take the bus.	Il veut prendre le bus.
He wants to learn French.	Il veut apprendre le français.
There are two boats here.	Il y a deux bateaux ici.
It's a secret, of course.	C'est un secret, bien sûr.
Good luck with your exam!	Bonne chance pour ton examen !
I prefer the window seat.	Je préfère la place côté fenêtre.
They have three children.	Ils ont trois enfants.
Are your birds beautiful?	Est-ce que tes oiseaux sont beaux ?
I burned the toast again.	J'ai encore brûlé le pain grillé.
The cat is in the garden.	Le chat est dans le jardin.
I'd like a cup of coffee.	Je voudrais une tasse de café.
The plane arrives at six.	L'avion arrive à six heures.
She must help my brother.	Elle doit aider mon frère.
It is raining by the sea.	Il pleut au bord de la mer.
I want to paint the door.	Je veux peindre la porte.
Do you like to cook fish?	Est-ce que tu aimes cuisiner du poisson ?
There are ten boats here.	Il y a dix bateaux ici.
The apples are not fresh.	Les pommes ne sont pas fraîches.
The café closes at eight.	Le café ferme à huit heures.
It will be warm tomorrow.	Il fera chaud demain.
They can't carry the box.	Ils ne peuvent pas porter la boîte.
They can't buy some milk.	Ils ne peuvent pas acheter de lait.
My sister's car is green.	La voiture de ma sœur est verte.
My father's car is green.	La voiture de mon père est verte.
You can't close the shop.	Tu ne peux pas fermer le magasin.
This word is hard to say.	Ce mot est difficile à dire.
We want to carry the box.	Nous voulons porter la boîte.
She sees a pretty flower.	Elle voit une jolie fleur.
These boats are very old.	Ces bateaux sont très vieux.
You see a black umbrella.	Tu vois un parapluie noir.
She wants to see the sea.	Elle veut voir la mer.
These trees are very old.	Ces arbres sont très vieux.
I want to take the train.	Je veux prendre le train.
My brother is a musician.	Mon frère est musicien.
They want to read a book.	Ils veulent lire un livre.
The moon is full tonight.	C'est la pleine lune ce soir.
Our neighbor is not cold.	Notre voisin n'a pas froid.
I miss my little village.	Mon petit village me manque.
The soup is almost ready.	La soupe est presque prête.
The girls went to school.	Les filles sont allées à l'école.
She didn't hear the rain.	Elle n'a pas entendu la pluie.
The streets are not long.	Les rues ne sont pas longues.
My cousin came home late.	Mon cousin est rentré tard.
He wants to sell the car.	Il veut vendre la voiture.
Where do the birds sleep?	Où dorment les oiseaux ?
My sister stayed at home.	Ma sœur est restée à la maison.
My aunt's house is quiet.	La maison de ma tante est calme.
It is very hot in Canada.	Il fait très chaud au Canada.
The horses are not white.	Les chevaux ne sont pas blancs.
Our neighbor is a farmer.	Notre voisin est agriculteur.
Bring me a glass of milk!	Apporte-moi un verre de lait !
I didn't follow the path.	Je n'ai pas suivi le chemin.
There are six boats here.	Il y a six bateaux ici.
The kitten is in the box.	Le chaton est dans la boîte.
When does the boat leave?	Quand part le bateau ?
You should rest a little.	Tu devrais te reposer un peu.
We didn't take the train.	Nous n'avons pas pris le train.
My grandfather is afraid.	Mon grand-père a peur.
You want to plant a tree.	Tu veux planter un arbre.
This song makes me happy.	Cette chanson me rend heureux.
They didn't find the key.	Ils n'ont pas trouvé la clé.
Is my grandfather sleepy?	Est-ce que mon grand-père a sommeil ?
My cousin stayed at home.	Mon cousin est resté à la maison.
Water the plants tonight.	Arrose les plantes ce soir.
Your tea is getting cold.	Ton thé refroidit.
We have a beautiful bird.	Nous avons un bel oiseau.
We swam before breakfast.	Nous avons nagé avant le petit déjeuner.
She wants a bowl of rice.	Elle veut un bol de riz.
The horses are not tired.	Les chevaux ne sont pas fatigués.
I wash the car on Sunday.	Je lave la voiture le dimanche.
My book is in the garden.	Mon livre est dans le jardin.
I'm going to bake a cake.	Je vais faire un gâteau.
Our house has a red roof.	Notre maison a un toit rouge.
My uncle's room is small.	La chambre de mon oncle est petite.
The kitten is not hungry.	Le chaton n'a pas faim.
She has a beautiful view.	Elle a une belle vue.
You must help my brother.	Tu dois aider mon frère.
The key is in the garden.	La clé est dans le jardin.
We want to buy some milk.	Nous voulons acheter du lait.
They went out last night.	Ils sont sortis hier soir.
We like to walk at night.	Nous aimons marcher la nuit.
She can't close the shop.	Elle ne peut pas fermer le magasin.
My brother bought a book.	Mon frère a acheté un livre.
We must follow the river.	Nous devons suivre la rivière.
Did you write the letter?	As-tu écrit la lettre ?
Bring me a cup of coffee!	Apporte-moi une tasse de café !
We need a glass of water.	Il nous faut un verre d'eau.
The mouse is on the sofa.	La souris est sur le canapé.
The café closes at seven.	Le café ferme à sept heures.
The train leaves at noon.	Le train part à midi.
She wants a bowl of soup.	Elle veut un bol de soupe.
I'd like a glass of milk.	Je voudrais un verre de lait.
My uncle's garden is big.	Le jardin de mon oncle est grand.
She's going to buy bread.	Elle va acheter du pain.
My brother is a gardener.	Mon frère est jardinier.
Is the water warm enough?	L'eau est-elle assez chaude ?
I want to close the shop.	Je veux fermer le magasin.
Your French is very good.	Ton français est très bon.
Our neighbor is a singer.	Notre voisin est chanteur.
Bring me a slice of cake!	Apporte-moi une part de gâteau !
The teacher baked a cake.	Le professeur a fait un gâteau.
He didn't break the lamp.	Il n'a pas cassé la lampe.
It is cold near the lake.	Il fait froid près du lac.
It's not a pretty flower.	Ce n'est pas une jolie fleur.
They must close the shop.	Ils doivent fermer le magasin.
The kitten is on the bed.	Le chaton est sur le lit.
My book is under the bed.	Mon livre est sous le lit.
Your coat is on the sofa.	Ton manteau est sur le canapé.
Turn right at the bakery.	Tourne à droite à la boulangerie.
We're going to buy bread.	Nous allons acheter du pain.
Where are your blue socks?	Où sont tes chaussettes bleues ?
The teacher's bike is new.	Le vélo du professeur est neuf.
The train leaves at seven.	Le train part à sept heures.
It rained a lot yesterday.	Il a beaucoup plu hier.
Read the first page aloud.	Lis la première page à voix haute.
Tea is better than coffee.	Le thé est meilleur que le café.
Our neighbor is a teacher.	Notre voisin est professeur.
My uncle fell in the snow.	Mon oncle est tombé dans la neige.
There are two chairs here.	Il y a deux chaises ici.
We didn't follow the path.	Nous n'avons pas suivi le chemin.
My aunt opened the window.	Ma tante a ouvert la fenêtre.
She came home at midnight.	Elle est rentrée à minuit.
They sold their old house.	Ils ont vendu leur vieille maison.
These bags are very heavy.	Ces sacs sont très lourds.
It rained a lot last week.	Il a beaucoup plu la semaine dernière.
It is raining in Brittany.	Il pleut en Bretagne.
These cats are very white.	Ces chats sont très blancs.
The streets are not clean.	Les rues ne sont pas propres.
These horses are very big.	Ces chevaux sont très grands.
My brother is not thirsty.	Mon frère n'a pas soif.
These eggs are very white.	Ces œufs sont très blancs.
The ball is in the garden.	Le ballon est dans le jardin.
They have a pretty flower.	Ils ont une jolie fleur.
It is cold in the village.	Il fait froid au village.
Your coat is on the chair.	Ton manteau est sur la chaise.
She sings better than him.	Elle chante mieux que lui.
We didn't lose the ticket.	Nous n'avons pas perdu le billet.
You want to choose a gift.	Tu veux choisir un cadeau.
It's not a black umbrella.	Ce n'est pas un parapluie noir.
My grandmother left early.	Ma grand-mère est partie tôt.
I'd like a piece of bread.	Je voudrais un morceau de pain.
These cats are very black.	Ces chats sont très noirs.
He wants to carry the box.	Il veut porter la boîte.
Dogs are bigger than cats.	Les chiens sont plus grands que les chats.
It is very cold in winter.	Il fait très froid en hiver.
It is very cold in autumn.	Il fait très froid en automne.
You want to feed the hens.	Tu veux nourrir les poules.
Do you like to sleep late?	Est-ce que tu aimes dormir tard ?
My sister's room is small.	La chambre de ma sœur est petite.
I'd like a glass of water.	Je voudrais un verre d'eau.
My book is behind the car.	Mon livre est derrière la voiture.
There are three beds here.	Il y a trois lits ici.
We want to write a letter.	Nous voulons écrire une lettre.
This cheese smells strong.	Ce fromage sent fort.
My aunt followed the path.	Ma tante a suivi le chemin.
We like to play the piano.	Nous aimons jouer du piano.
Bring me a glass of water!	Apporte-moi un verre d'eau !
There are six chairs here.	Il y a six chaises ici.
He ordered a bowl of rice.	Il a commandé un bol de riz.
I'm going to plant a tree.	Je vais planter un arbre.
She didn't close the door.	Elle n'a pas fermé la porte.
The baker's garden is big.	Le jardin du boulanger est grand.
Thank you for the flowers.	Merci pour les fleurs.
He's going to read a book.	Il va lire un livre.
He's going to bake a cake.	Il va faire un gâteau.
My book is in the kitchen.	Mon livre est dans la cuisine.
She wants a cup of coffee.	Elle veut une tasse de café.
My cousin likes to travel.	Mon cousin aime voyager.
The plane arrives at nine.	L'avion arrive à neuf heures.
The cat is behind the box.	Le chat est derrière la boîte.
She speaks with her hands.	Elle parle avec les mains.
We got lost in the forest.	Nous nous sommes perdus dans la forêt.
He can't follow the river.	Il ne peut pas suivre la rivière.
My brother broke the lamp.	Mon frère a cassé la lampe.
You have a beautiful view.	Tu as une belle vue.
There are five boats here.	Il y a cinq bateaux ici.
The hat is in the kitchen.	Le chapeau est dans la cuisine.
The cows are in the field.	Les vaches sont dans le pré.
How much are the cherries?	Combien coûtent les cerises ?
He didn't open the window.	Il n'a pas ouvert la fenêtre.
Our neighbor is a painter.	Notre voisin est peintre.
The teacher bought a book.	Le professeur a acheté un livre.
He likes to walk at night.	Il aime marcher la nuit.
They want to sell the car.	Ils veulent vendre la voiture.
The teacher is not sleepy.	Le professeur n'a pas sommeil.
The kitten is on the sofa.	Le chaton est sur le canapé.
My father's voice is soft.	La voix de mon père est douce.
Enjoy your meal, everyone!	Bon appétit à tous !
My father's room is small.	La chambre de mon père est petite.
They see a beautiful bird.	Ils voient un bel oiseau.
The mouse eats the cheese.	La souris mange le fromage.
He wants to buy some milk.	Il veut acheter du lait.
The ball is under the bed.	Le ballon est sous le lit.
These apples are very red.	Ces pommes sont très rouges.
These houses are very old.	Ces maisons sont très vieilles.
The teacher is not afraid.	Le professeur n'a pas peur.
The baker's room is small.	La chambre du boulanger est petite.
It is cool in the village.	Il fait frais au village.
My brother heard the rain.	Mon frère a entendu la pluie.
He ordered a bowl of soup.	Il a commandé un bol de soupe.
She must follow the river.	Elle doit suivre la rivière.
You are stronger than him.	Tu es plus fort que lui.
It is not raining tonight.	Il ne pleut pas ce soir.
The plane arrives at noon.	L'avion arrive à midi.
The kitten is not thirsty.	Le chaton n'a pas soif.
She didn't take the train.	Elle n'a pas pris le train.
You want to wash the cups.	Tu veux laver les tasses.
Don't touch the wet paint!	Ne touche pas la peinture fraîche !
I'm going to miss the bus.	Je vais rater le bus.
The key is behind the car.	La clé est derrière la voiture.
The bag is in the kitchen.	Le sac est dans la cuisine.
You have a beautiful bird.	Tu as un bel oiseau.
He didn't read the letter.	Il n'a pas lu la lettre.
It is snowing in Brittany.	Il neige en Bretagne.
Do you like to play chess?	Est-ce que tu aimes jouer aux échecs ?
They can follow the river.	Ils peuvent suivre la rivière.
My brother drank the milk.	Mon frère a bu le lait.
Write to your grandmother.	Écris à ta grand-mère.
My sister likes to travel.	Ma sœur aime voyager.
She can't open the window.	Elle ne peut pas ouvrir la fenêtre.
It will be warm on Sunday.	Il fera chaud dimanche.
She wants to learn French.	Elle veut apprendre le français.
They want to plant a tree.	Ils veulent planter un arbre.
My uncle has a small boat.	Mon oncle a un petit bateau.
I understood the question.	J'ai compris la question.
The mouse is in the garden.	La souris est dans le jardin.
There are four chairs here.	Il y a quatre chaises ici.
My brother lost the ticket.	Mon frère a perdu le billet.
The bridge is closed today.	Le pont est fermé aujourd'hui.
The bag is under the chair.	Le sac est sous la chaise.
She wants a glass of water.	Elle veut un verre d'eau.
These cherries are for you.	Ces cerises sont pour toi.
The mouse is under the bed.	La souris est sous le lit.
These birds are very black.	Ces oiseaux sont très noirs.
The key is under the chair.	La clé est sous la chaise.
We want to help my brother.	Nous voulons aider mon frère.
Where is the train station?	Où se trouve la gare ?
My sister didn't stay long.	Ma sœur n'est pas restée longtemps.
The hat is behind the sofa.	Le chapeau est derrière le canapé.
They danced until midnight.	Ils ont dansé jusqu'à minuit.
The plane arrives at seven.	L'avion arrive à sept heures.
They must follow the river.	Ils doivent suivre la rivière.
They didn't drink the milk.	Ils n'ont pas bu le lait.
The mouse is under the car.	La souris est sous la voiture.
These shoes are very black.	Ces chaussures sont très noires.
You didn't lose the ticket.	Tu n'as pas perdu le billet.
We want to open the window.	Nous voulons ouvrir la fenêtre.
The dog is waiting outside.	Le chien attend dehors.
We like to watch the stars.	Nous aimons regarder les étoiles.
I read before going to bed.	Je lis avant de me coucher.
The ducks swim on the pond.	Les canards nagent sur l'étang.
Bring me a bottle of water!	Apporte-moi une bouteille d'eau !
My sister fell in the snow.	Ma sœur est tombée dans la neige.
My sister plays the violin.	Ma sœur joue du violon.
He lost his umbrella again.	Il a encore perdu son parapluie.
Bring me a piece of cheese!	Apporte-moi un morceau de fromage !
Turn left after the bridge.	Tourne à gauche après le pont.
Let's rest under this tree.	Reposons-nous sous cet arbre.
The kitten is on the table.	Le chaton est sur la table.
We laughed a lot yesterday.	Nous avons beaucoup ri hier.
He likes to play the piano.	Il aime jouer du piano.
See you tomorrow at school!	À demain à l'école !
They have a beautiful view.	Ils ont une belle vue.
These birds are very small.	Ces oiseaux sont très petits.
He's going to sell the car.	Il va vendre la voiture.
`;
