/**
 * English–French pairs 1591 to 1851 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_7 = `She's going to bake a cake.	Elle va faire un gâteau.
My aunt's kitchen is clean.	La cuisine de ma tante est propre.
The snow is melting slowly.	La neige fond lentement.
Our hens are in the garden.	Nos poules sont dans le jardin.
She can't follow the river.	Elle ne peut pas suivre la rivière.
The baker's house is quiet.	La maison du boulanger est calme.
The teacher speaks clearly.	Le professeur parle clairement.
The letter is on the chair.	La lettre est sur la chaise.
I'd like a piece of cheese.	Je voudrais un morceau de fromage.
The teacher took the train.	Le professeur a pris le train.
He's going to miss the bus.	Il va rater le bus.
I don't like to sleep late.	Je n'aime pas dormir tard.
The children didn't go out.	Les enfants ne sont pas sortis.
The plane arrives at eight.	L'avion arrive à huit heures.
She's going to read a book.	Elle va lire un livre.
The kitten is on the chair.	Le chaton est sur la chaise.
He wants to paint the door.	Il veut peindre la porte.
They want to wash the cups.	Ils veulent laver les tasses.
The cat is behind the door.	Le chat est derrière la porte.
My cousin fell in the snow.	Mon cousin est tombé dans la neige.
Wait for me at the station.	Attends-moi à la gare.
Our neighbor found the key.	Notre voisin a trouvé la clé.
You didn't read the letter.	Tu n'as pas lu la lettre.
The streets are not narrow.	Les rues ne sont pas étroites.
It's going to rain tonight.	Il va pleuvoir ce soir.
The children are not tired.	Les enfants ne sont pas fatigués.
The bag is behind the sofa.	Le sac est derrière le canapé.
It is very cold in January.	Il fait très froid en janvier.
These shoes are very clean.	Ces chaussures sont très propres.
They're going to buy bread.	Ils vont acheter du pain.
These girls are very quiet.	Ces filles sont très calmes.
The ball is behind the box.	Le ballon est derrière la boîte.
The sun sets over the lake.	Le soleil se couche sur le lac.
These pears are very green.	Ces poires sont très vertes.
He's going to learn French.	Il va apprendre le français.
He wants to close the shop.	Il veut fermer le magasin.
They can't open the window.	Ils ne peuvent pas ouvrir la fenêtre.
They didn't take the train.	Ils n'ont pas pris le train.
The kitten drinks its milk.	Le chaton boit son lait.
We often eat in the garden.	Nous mangeons souvent dans le jardin.
These shoes are very dirty.	Ces chaussures sont très sales.
He didn't forget the bread.	Il n'a pas oublié le pain.
There are three boats here.	Il y a trois bateaux ici.
Close your eyes and listen.	Ferme les yeux et écoute.
What are we eating tonight?	Qu'est-ce qu'on mange ce soir ?
I'd like a bottle of water.	Je voudrais une bouteille d'eau.
He ordered a glass of milk.	Il a commandé un verre de lait.
Our neighbor is not afraid.	Notre voisin n'a pas peur.
I don't like to play chess.	Je n'aime pas jouer aux échecs.
They didn't close the door.	Ils n'ont pas fermé la porte.
It rained a lot last night.	Il a beaucoup plu hier soir.
Don't forget your umbrella!	N'oublie pas ton parapluie !
The teacher broke the lamp.	Le professeur a cassé la lampe.
It's going to snow tonight.	Il va neiger ce soir.
They like to walk at night.	Ils aiment marcher la nuit.
The kettle is on the stove.	La bouilloire est sur le feu.
You want to paint the door.	Tu veux peindre la porte.
Our hotel is near the port.	Notre hôtel est près du port.
She's going to see the sea.	Elle va voir la mer.
My train leaves very early.	Mon train part très tôt.
We need a basket of apples.	Il nous faut un panier de pommes.
We like to listen to music.	Nous aimons écouter de la musique.
These houses are very white.	Ces maisons sont très blanches.
These houses are very small.	Ces maisons sont très petites.
These horses are very white.	Ces chevaux sont très blancs.
It's going to snow tomorrow.	Il va neiger demain.
He works at the post office.	Il travaille à la poste.
The teacher lost the ticket.	Le professeur a perdu le billet.
The girls went to the beach.	Les filles sont allées à la plage.
She wants a piece of cheese.	Elle veut un morceau de fromage.
He wants to open the window.	Il veut ouvrir la fenêtre.
The children stayed at home.	Les enfants sont restés à la maison.
Our neighbor drank the milk.	Notre voisin a bu le lait.
They want to take the train.	Ils veulent prendre le train.
He wants to help my brother.	Il veut aider mon frère.
My sister went to the beach.	Ma sœur est allée à la plage.
Happy birthday, grandmother!	Bon anniversaire, grand-mère !
The horse is drinking water.	Le cheval boit de l'eau.
These chairs are very heavy.	Ces chaises sont très lourdes.
The key is behind the chair.	La clé est derrière la chaise.
We're going to miss the bus.	Nous allons rater le bus.
The bag is behind the chair.	Le sac est derrière la chaise.
The kitten is under the bed.	Le chaton est sous le lit.
Our neighbor wrote a letter.	Notre voisin a écrit une lettre.
These apples are very sweet.	Ces pommes sont très sucrées.
They didn't open the window.	Ils n'ont pas ouvert la fenêtre.
They live on a small island.	Ils habitent sur une petite île.
The café closes at midnight.	Le café ferme à minuit.
I'd like a basket of apples.	Je voudrais un panier de pommes.
These apples are very green.	Ces pommes sont très vertes.
It's the last day of summer.	C'est le dernier jour de l'été.
My cousin went to the beach.	Mon cousin est allé à la plage.
Bring me a basket of apples!	Apporte-moi un panier de pommes !
There are three chairs here.	Il y a trois chaises ici.
It's going to rain tomorrow.	Il va pleuvoir demain.
Our neighbor took the train.	Notre voisin a pris le train.
She's going to miss the bus.	Elle va rater le bus.
The bees love these flowers.	Les abeilles adorent ces fleurs.
You're going to bake a cake.	Tu vas faire un gâteau.
The ball is behind the door.	Le ballon est derrière la porte.
She likes to play the piano.	Elle aime jouer du piano.
The ball is behind the sofa.	Le ballon est derrière le canapé.
The cat is behind the chair.	Le chat est derrière la chaise.
These horses are very black.	Ces chevaux sont très noirs.
It is not raining this week.	Il ne pleut pas cette semaine.
The hat is behind the chair.	Le chapeau est derrière la chaise.
My uncle's kitchen is clean.	La cuisine de mon oncle est propre.
She's going to plant a tree.	Elle va planter un arbre.
You understood the question.	Tu as compris la question.
The kitten is in the garden.	Le chaton est dans le jardin.
She didn't forget the bread.	Elle n'a pas oublié le pain.
I'm going to paint the door.	Je vais peindre la porte.
These apples are very fresh.	Ces pommes sont très fraîches.
Our neighbor heard the rain.	Notre voisin a entendu la pluie.
I'm going to take the train.	Je vais prendre le train.
She's going to learn French.	Elle va apprendre le français.
The teacher's voice is soft.	La voix du professeur est douce.
He's going to feed the hens.	Il va nourrir les poules.
It is cool in the mountains.	Il fait frais à la montagne.
These horses are very tired.	Ces chevaux sont très fatigués.
He likes to listen to music.	Il aime écouter de la musique.
The teacher's garden is big.	Le jardin du professeur est grand.
Where did you buy this lamp?	Où as-tu acheté cette lampe ?
The teacher's room is small.	La chambre du professeur est petite.
The kitten is under the car.	Le chaton est sous la voiture.
The children went to school.	Les enfants sont allés à l'école.
Horses are faster than cows.	Les chevaux sont plus rapides que les vaches.
The girls are picking apples.	Les filles cueillent des pommes.
They like to watch the stars.	Ils aiment regarder les étoiles.
The baker's kitchen is clean.	La cuisine du boulanger est propre.
My bag is heavier than yours.	Mon sac est plus lourd que le tien.
He's going to take the train.	Il va prendre le train.
The baker sold all his bread.	Le boulanger a vendu tout son pain.
My uncle went to the library.	Mon oncle est allé à la bibliothèque.
My father's kitchen is clean.	La cuisine de mon père est propre.
They're going to bake a cake.	Ils vont faire un gâteau.
She lives on the third floor.	Elle habite au troisième étage.
The letter is behind the box.	La lettre est derrière la boîte.
The horses are not beautiful.	Les chevaux ne sont pas beaux.
The baby is learning to walk.	Le bébé apprend à marcher.
He ordered a piece of cheese.	Il a commandé un morceau de fromage.
The girls went to the market.	Les filles sont allées au marché.
The kitten is in the kitchen.	Le chaton est dans la cuisine.
My parents live near the sea.	Mes parents habitent près de la mer.
My sister went to the market.	Ma sœur est allée au marché.
It's going to rain on Sunday.	Il va pleuvoir dimanche.
The mouse is behind the sofa.	La souris est derrière le canapé.
The mouse is under the chair.	La souris est sous la chaise.
My grandfather is not sleepy.	Mon grand-père n'a pas sommeil.
My uncle went out last night.	Mon oncle est sorti hier soir.
My sister likes to drink tea.	Ma sœur aime boire du thé.
It's going to rain on Monday.	Il va pleuvoir lundi.
My house is older than yours.	Ma maison est plus vieille que la tienne.
These houses are very narrow.	Ces maisons sont très étroites.
My cousin went to the market.	Mon cousin est allé au marché.
Summer is warmer than spring.	L'été est plus chaud que le printemps.
The teacher forgot the bread.	Le professeur a oublié le pain.
She wants to help my brother.	Elle veut aider mon frère.
My cousin likes to cook fish.	Mon cousin aime cuisiner du poisson.
It rained a lot this morning.	Il a beaucoup plu ce matin.
You're going to learn French.	Tu vas apprendre le français.
My grandfather likes to read.	Mon grand-père aime lire.
Your coat is behind the sofa.	Ton manteau est derrière le canapé.
She likes to watch the stars.	Elle aime regarder les étoiles.
It is raining in the village.	Il pleut au village.
They're going to read a book.	Ils vont lire un livre.
She wants a basket of apples.	Elle veut un panier de pommes.
It's going to snow on Sunday.	Il va neiger dimanche.
It is snowing in the village.	Il neige au village.
My sister's kitchen is clean.	La cuisine de ma sœur est propre.
They didn't forget the bread.	Ils n'ont pas oublié le pain.
You're going to plant a tree.	Tu vas planter un arbre.
They're going to see the sea.	Ils vont voir la mer.
Two tickets for Lyon, please.	Deux billets pour Lyon, s'il vous plaît.
The kitten is behind the box.	Le chaton est derrière la boîte.
The ball is under the bridge.	Le ballon est sous le pont.
The kitchen smells of coffee.	La cuisine sent le café.
Our neighbor closed the door.	Notre voisin a fermé la porte.
She's going to feed the hens.	Elle va nourrir les poules.
It's going to snow on Monday.	Il va neiger lundi.
The teacher's house is quiet.	La maison du professeur est calme.
It is very cold this morning.	Il fait très froid ce matin.
They want to follow the river.	Ils veulent suivre la rivière.
The kitten is under the table.	Le chaton est sous la table.
The children fell in the snow.	Les enfants sont tombés dans la neige.
My sister likes to play chess.	Ma sœur aime jouer aux échecs.
These children are very tired.	Ces enfants sont très fatigués.
The kitten is behind the sofa.	Le chaton est derrière le canapé.
My sister likes to sleep late.	Ma sœur aime dormir tard.
They're going to miss the bus.	Ils vont rater le bus.
The letter is behind the sofa.	La lettre est derrière le canapé.
The wind blows from the north.	Le vent souffle du nord.
My sister didn't go to school.	Ma sœur n'est pas allée à l'école.
They're going to learn French.	Ils vont apprendre le français.
The children didn't stay long.	Les enfants ne sont pas restés longtemps.
I never drink coffee at night.	Je ne bois jamais de café le soir.
We're going to paint the door.	Nous allons peindre la porte.
She's going to write a letter.	Elle va écrire une lettre.
My sister went to the library.	Ma sœur est allée à la bibliothèque.
The mouse is under the bridge.	La souris est sous le pont.
My cousin went to the library.	Mon cousin est allé à la bibliothèque.
The mouse is behind the chair.	La souris est derrière la chaise.
These streets are very narrow.	Ces rues sont très étroites.
My sister went out last night.	Ma sœur est sortie hier soir.
These children are very young.	Ces enfants sont très jeunes.
The plane arrives at midnight.	L'avion arrive à minuit.
The train is ten minutes late.	Le train a dix minutes de retard.
They're going to plant a tree.	Ils vont planter un arbre.
The kitten is behind the door.	Le chaton est derrière la porte.
The sun rises behind the hill.	Le soleil se lève derrière la colline.
My uncle arrived this morning.	Mon oncle est arrivé ce matin.
You're going to feed the hens.	Tu vas nourrir les poules.
The leaves are turning yellow.	Les feuilles jaunissent.
She's going to paint the door.	Elle va peindre la porte.
The kitten is under the chair.	Le chaton est sous la chaise.
The cat is watching the birds.	Le chat regarde les oiseaux.
The museum is closed on Monday.	Le musée est fermé le lundi.
These birds are very beautiful.	Ces oiseaux sont très beaux.
It doesn't rain much in winter.	Il ne pleut pas beaucoup en hiver.
They grow their own vegetables.	Ils cultivent leurs propres légumes.
My brother collects old stamps.	Mon frère collectionne les vieux timbres.
They want to clean the kitchen.	Ils veulent nettoyer la cuisine.
You're going to paint the door.	Tu vas peindre la porte.
You're going to take the train.	Tu vas prendre le train.
My cousin arrived this morning.	Mon cousin est arrivé ce matin.
These trees are very beautiful.	Ces arbres sont très beaux.
Our neighbor followed the path.	Notre voisin a suivi le chemin.
The kitten is behind the chair.	Le chaton est derrière la chaise.
It is snowing in the mountains.	Il neige à la montagne.
It is raining in the mountains.	Il pleut à la montagne.
There are flowers on the table.	Il y a des fleurs sur la table.
I'm going to clean the kitchen.	Je vais nettoyer la cuisine.
It is not raining this morning.	Il ne pleut pas ce matin.
My sister arrived this morning.	Ma sœur est arrivée ce matin.
He's going to clean the kitchen.	Il va nettoyer la cuisine.
They're going to paint the door.	Ils vont peindre la porte.
These horses are very beautiful.	Ces chevaux sont très beaux.
These houses are very beautiful.	Ces maisons sont très belles.
My grandmother bakes good bread.	Ma grand-mère fait du bon pain.
The children built a sandcastle.	Les enfants ont construit un château de sable.
They're going to write a letter.	Ils vont écrire une lettre.
They're going to take the train.	Ils vont prendre le train.
It doesn't rain much in January.	Il ne pleut pas beaucoup en janvier.
My cousin speaks four languages.	Mon cousin parle quatre langues.
The children didn't go to school.	Les enfants ne sont pas allés à l'école.
I didn't understand the question.	Je n'ai pas compris la question.
These flowers are very beautiful.	Ces fleurs sont très belles.
The children went to the library.	Les enfants sont allés à la bibliothèque.
The children went out last night.	Les enfants sont sortis hier soir.
He didn't understand the question.	Il n'a pas compris la question.
My grandfather likes to drink tea.	Mon grand-père aime boire du thé.
My grandfather likes to cook fish.	Mon grand-père aime cuisiner du poisson.
My grandmother went out last night.	Ma grand-mère est sortie hier soir.
You didn't understand the question.	Tu n'as pas compris la question.
My grandfather tells funny stories.	Mon grand-père raconte des histoires drôles.
My grandfather likes to sleep late.	Mon grand-père aime dormir tard.
My grandmother went to the library.	Ma grand-mère est allée à la bibliothèque.
My brother understood the question.	Mon frère a compris la question.
My grandmother arrived this morning.	Ma grand-mère est arrivée ce matin.
They didn't understand the question.	Ils n'ont pas compris la question.
Our neighbor understood the question.	Notre voisin a compris la question.
`;
