/**
 * English–French pairs 266 to 530 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_2 = `She works well.	Elle travaille bien.
We like cheese.	Nous aimons le fromage.
You don't play.	Tu ne joues pas.
She wants rice.	Elle veut du riz.
I am not tired.	Je ne suis pas fatigué.
He danced well.	Il a bien dansé.
I am not small.	Je ne suis pas petit.
You work often.	Tu travailles souvent.
The baby walks.	Le bébé marche.
Look at my dog!	Regarde mon chien !
You dance here.	Tu danses ici.
She has cheese.	Elle a du fromage.
The dog is sad.	Le chien est triste.
They play well.	Ils jouent bien.
Here is the cat.	Voici le chat.
You are not sad.	Tu n'es pas triste.
My sister plays.	Ma sœur joue.
The tea is good.	Le thé est bon.
You have cheese.	Tu as du fromage.
You want coffee.	Tu veux du café.
You have coffee.	Tu as du café.
She is not calm.	Elle n'est pas calme.
I am not strong.	Je ne suis pas fort.
He likes coffee.	Il aime le café.
Here is the dog.	Voici le chien.
They have honey.	Ils ont du miel.
They cook today.	Ils cuisinent aujourd'hui.
My father walks.	Mon père marche.
She likes water.	Elle aime l'eau.
The horse jumps.	Le cheval saute.
They want honey.	Ils veulent du miel.
My cat is small.	Mon chat est petit.
They are strong.	Ils sont forts.
We are not free.	Nous ne sommes pas libres.
They sing often.	Ils chantent souvent.
Do you like tea?	Aimes-tu le thé ?
They cook often.	Ils cuisinent souvent.
Is the boy sick?	Est-ce que le garçon est malade ?
This is my door.	C'est ma porte.
They sing today.	Ils chantent aujourd'hui.
You want cheese.	Tu veux du fromage.
Where is my cat?	Où est mon chat ?
She played well.	Elle a bien joué.
You don't dance.	Tu ne danses pas.
Let's play here!	Jouons ici !
They want water.	Ils veulent de l'eau.
The milk is hot.	Le lait est chaud.
This is my room.	C'est ma chambre.
He sees my room.	Il voit ma chambre.
The cat is free.	Le chat est libre.
They play today.	Ils jouent aujourd'hui.
They talk today.	Ils parlent aujourd'hui.
He doesn't work.	Il ne travaille pas.
He doesn't swim.	Il ne nage pas.
The tea is cold.	Le thé est froid.
The horse works.	Le cheval travaille.
Look at the cat!	Regarde le chat !
He doesn't sing.	Il ne chante pas.
The dog is free.	Le chien est libre.
The room is big.	La chambre est grande.
My father talks.	Mon père parle.
They don't talk.	Ils ne parlent pas.
She dances well.	Elle danse bien.
My mother cooks.	Ma mère cuisine.
Let's talk here!	Parlons ici !
We see the book.	Nous voyons le livre.
He wants cheese.	Il veut du fromage.
She plays today.	Elle joue aujourd'hui.
They like water.	Ils aiment l'eau.
He is not ready.	Il n'est pas prêt.
He is very sick.	Il est très malade.
Is the cow sick?	Est-ce que la vache est malade ?
The rice is hot.	Le riz est chaud.
We are not sick.	Nous ne sommes pas malades.
He doesn't dance.	Il ne danse pas.
He sees my house.	Il voit ma maison.
The bird is sick.	L'oiseau est malade.
Let's sing today!	Chantons aujourd'hui !
They are not sad.	Ils ne sont pas tristes.
My sister is sad.	Ma sœur est triste.
My brother works.	Mon frère travaille.
She is very sick.	Elle est très malade.
Do you want soup?	Veux-tu de la soupe ?
My mother dances.	Ma mère danse.
The milk is cold.	Le lait est froid.
We are not young.	Nous ne sommes pas jeunes.
Here is the baby.	Voici le bébé.
Let's dance here!	Dansons ici !
We see the horse.	Nous voyons le cheval.
My brother sings.	Mon frère chante.
The bird is free.	L'oiseau est libre.
She dances often.	Elle danse souvent.
The girl is calm.	La fille est calme.
Look at my house!	Regarde ma maison !
They dance often.	Ils dansent souvent.
Here is the rice.	Voici le riz.
Here is the milk.	Voici le lait.
Look at the book!	Regarde le livre !
Let's work today!	Travaillons aujourd'hui !
Is the bird sick?	Est-ce que l'oiseau est malade ?
They dance today.	Ils dansent aujourd'hui.
Hello, my friend!	Bonjour, mon ami !
I have chocolate.	J'ai du chocolat.
My father dances.	Mon père danse.
We are very sick.	Nous sommes très malades.
She doesn't jump.	Elle ne saute pas.
My brother cooks.	Mon frère cuisine.
Let's walk today!	Marchons aujourd'hui !
Here is your cat.	Voici ton chat.
The rice is good.	Le riz est bon.
Let's talk today!	Parlons aujourd'hui !
Do you want rice?	Veux-tu du riz ?
I want chocolate.	Je veux du chocolat.
My garden is big.	Mon jardin est grand.
Hello, my sister!	Bonjour, ma sœur !
The dog is tired.	Le chien est fatigué.
Is the duck calm?	Est-ce que le canard est calme ?
My sister dances.	Ma sœur danse.
Is the baby sick?	Est-ce que le bébé est malade ?
The cow is young.	La vache est jeune.
She dances today.	Elle danse aujourd'hui.
Let's cook today!	Cuisinons aujourd'hui !
She is not young.	Elle n'est pas jeune.
Where is my room?	Où est ma chambre ?
Here is the girl.	Voici la fille.
Here is the duck.	Voici le canard.
The rice is cold.	Le riz est froid.
You are not free.	Tu n'es pas libre.
We are very small.	Nous sommes très petits.
Hello, my brother!	Bonjour, mon frère !
They are very sad.	Ils sont très tristes.
We like chocolate.	Nous aimons le chocolat.
Hello, little cat!	Bonjour, petit chat !
You are not ready.	Tu n'es pas prêt.
Where is the bird?	Où est l'oiseau ?
I am going to eat.	Je vais manger.
Do you like water?	Aimes-tu l'eau ?
She is very happy.	Elle est très contente.
Here is the bread.	Voici le pain.
Do you want honey?	Veux-tu du miel ?
She is very young.	Elle est très jeune.
We are not strong.	Nous ne sommes pas forts.
They are not free.	Ils ne sont pas libres.
The girl is ready.	La fille est prête.
The girl is tired.	La fille est fatiguée.
Do you like bread?	Aimes-tu le pain ?
They are not calm.	Ils ne sont pas calmes.
The honey is good.	Le miel est bon.
We are very young.	Nous sommes très jeunes.
We want chocolate.	Nous voulons du chocolat.
My father is sick.	Mon père est malade.
The duck is tired.	Le canard est fatigué.
This is my rabbit.	C'est mon lapin.
My mother is sick.	Ma mère est malade.
We are very tired.	Nous sommes très fatigués.
Is this your book?	Est-ce ton livre ?
Is my father sick?	Est-ce que mon père est malade ?
Where is the girl?	Où est la fille ?
We see the rabbit.	Nous voyons le lapin.
My brother dances.	Mon frère danse.
The girl is happy.	La fille est contente.
I see your rabbit.	Je vois ton lapin.
Where is your cat?	Où est ton chat ?
Here is the water.	Voici l'eau.
Look at my rabbit!	Regarde mon lapin !
Here is your door.	Voici ta porte.
Where is the duck?	Où est le canard ?
Do you want water?	Veux-tu de l'eau ?
The cow is strong.	La vache est forte.
Here is your room.	Voici ta chambre.
The baby is tired.	Le bébé est fatigué.
They see your dog.	Ils voient ton chien.
Is my mother sick?	Est-ce que ma mère est malade ?
I see your garden.	Je vois ton jardin.
The bird is small.	L'oiseau est petit.
The cat jumps here.	Le chat saute ici.
They see your book.	Ils voient ton livre.
You like chocolate.	Tu aimes le chocolat.
I don't want honey.	Je ne veux pas de miel.
They are not ready.	Ils ne sont pas prêts.
I am going to sing.	Je vais chanter.
The boy plays here.	Le garçon joue ici.
The dog plays here.	Le chien joue ici.
The boy swims here.	Le garçon nage ici.
Where is your door?	Où est ta porte ?
My brother has tea.	Mon frère a du thé.
Here is the cheese.	Voici le fromage.
The dog is not sad.	Le chien n'est pas triste.
My mother is happy.	Ma mère est contente.
My mother has milk.	Ma mère a du lait.
We don't have rice.	Nous n'avons pas de riz.
They are very calm.	Ils sont très calmes.
The baby eats well.	Le bébé mange bien.
My garden is small.	Mon jardin est petit.
The bird eats well.	L'oiseau mange bien.
My mother is ready.	Ma mère est prête.
He wants chocolate.	Il veut du chocolat.
My rabbit is small.	Mon lapin est petit.
My mother has rice.	Ma mère a du riz.
The cat jumps well.	Le chat saute bien.
The horse is tired.	Le cheval est fatigué.
The boy sings here.	Le garçon chante ici.
Look at the garden!	Regarde le jardin !
My mother is young.	Ma mère est jeune.
Where is my mother?	Où est ma mère ?
They are not small.	Ils ne sont pas petits.
We don't want rice.	Nous ne voulons pas de riz.
My mother is tired.	Ma mère est fatiguée.
Where is your book?	Où est ton livre ?
We don't have milk.	Nous n'avons pas de lait.
I am going to swim.	Je vais nager.
The coffee is good.	Le café est bon.
The boy dances well.	Le garçon danse bien.
My mother eats here.	Ma mère mange ici.
The baby plays well.	Le bébé joue bien.
Hello, little horse!	Bonjour, petit cheval !
My mother eats well.	Ma mère mange bien.
The duck swims here.	Le canard nage ici.
My mother has bread.	Ma mère a du pain.
You don't have rice.	Tu n'as pas de riz.
My sister is strong.	Ma sœur est forte.
The baby is not sad.	Le bébé n'est pas triste.
My sister wants tea.	Ma sœur veut du thé.
They like chocolate.	Ils aiment le chocolat.
We don't have water.	Nous n'avons pas d'eau.
The horse is strong.	Le cheval est fort.
The cow doesn't eat.	La vache ne mange pas.
My brother has soup.	Mon frère a de la soupe.
They are very happy.	Ils sont très contents.
They see your horse.	Ils voient ton cheval.
They want chocolate.	Ils veulent du chocolat.
He is going to swim.	Il va nager.
My mother likes tea.	Ma mère aime le thé.
The girl swims well.	La fille nage bien.
My father has bread.	Mon père a du pain.
Where is the rabbit?	Où est le lapin ?
Where is my brother?	Où est mon frère ?
They have chocolate.	Ils ont du chocolat.
My mother is strong.	Ma mère est forte.
My mother wants tea.	Ma mère veut du thé.
He is going to jump.	Il va sauter.
The girl plays well.	La fille joue bien.
She is going to sing.	Elle va chanter.
We are going to sing.	Nous allons chanter.
The boy doesn't swim.	Le garçon ne nage pas.
She is going to work.	Elle va travailler.
My mother wants rice.	Ma mère veut du riz.
We are going to work.	Nous allons travailler.
My mother likes soup.	Ma mère aime la soupe.
Thank you, my sister!	Merci, ma sœur !
She is going to talk.	Elle va parler.
My sister talks here.	Ma sœur parle ici.
Where is your rabbit?	Où est ton lapin ?
My sister cooks here.	Ma sœur cuisine ici.
You don't have water.	Tu n'as pas d'eau.
He doesn't have milk.	Il n'a pas de lait.
The girl doesn't eat.	La fille ne mange pas.
He doesn't want milk.	Il ne veut pas de lait.
She is going to cook.	Elle va cuisiner.
We are going to walk.	Nous allons marcher.
The chocolate is hot.	Le chocolat est chaud.
My father likes rice.	Mon père aime le riz.
My brother has water.	Mon frère a de l'eau.
The girl dances well.	La fille danse bien.
My sister has cheese.	Ma sœur a du fromage.
`;
