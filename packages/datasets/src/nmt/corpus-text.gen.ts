// Made of corpus.tsv by scripts/corpus.mjs. Do not edit.
export const corpusText = `Eat!	Mange !
Swim!	Nage !
Work!	Travaille !
Sing!	Chante !
Cook!	Cuisine !
Walk!	Marche !
Play!	Joue !
Jump!	Saute !
I sing.	Je chante.
I talk.	Je parle.
I walk.	Je marche.
We ate.	Nous avons mangé.
I swim.	Je nage.
I swam.	J'ai nagé.
I play.	Je joue.
We eat.	Nous mangeons.
He ate.	Il a mangé.
He swam.	Il a nagé.
We work.	Nous travaillons.
You eat.	Tu manges.
We talk.	Nous parlons.
We walk.	Nous marchons.
He sang.	Il a chanté.
We sing.	Nous chantons.
You cook.	Tu cuisines.
He cooks.	Il cuisine.
You swam.	Tu as nagé.
You play.	Tu joues.
You jump.	Tu sautes.
You talk.	Tu parles.
I walked.	J'ai marché.
He plays.	Il joue.
I cooked.	J'ai cuisiné.
Let's eat!	Mangeons !
You dance.	Tu danses.
Swim here!	Nage ici !
He worked.	Il a travaillé.
He danced.	Il a dansé.
She talks.	Elle parle.
I can eat.	Je peux manger.
Don't eat!	Ne mange pas !
She sings.	Elle chante.
Jump here!	Saute ici !
Play here!	Joue ici !
They jump.	Ils sautent.
They sing.	Ils chantent.
He talked.	Il a parlé.
They talk.	Ils parlent.
We walked.	Nous avons marché.
She works.	Elle travaille.
Talk here!	Parle ici !
Walk here!	Marche ici !
We worked.	Nous avons travaillé.
He is sad.	Il est triste.
They play.	Ils jouent.
They work.	Ils travaillent.
We talked.	Nous avons parlé.
She dances.	Elle danse.
He is calm.	Il est calme.
She walked.	Elle a marché.
I am happy.	Je suis content.
Let's walk!	Marchons !
Let's cook!	Cuisinons !
Don't sing!	Ne chante pas !
You jumped.	Tu as sauté.
She jumped.	Elle a sauté.
We can eat.	Nous pouvons manger.
Don't cook!	Ne cuisine pas !
Let's play!	Jouons !
Let's work!	Travaillons !
You danced.	Tu as dansé.
You played.	Tu as joué.
He is free.	Il est libre.
I can work.	Je peux travailler.
I am small.	Je suis petit.
Let's swim!	Nageons !
Let's jump!	Sautons !
Don't work!	Ne travaille pas !
You cooked.	Tu as cuisiné.
Don't walk!	Ne marche pas !
Don't swim!	Ne nage pas !
I can play.	Je peux jouer.
You worked.	Tu as travaillé.
She worked.	Elle a travaillé.
I have tea.	J'ai du thé.
Don't play!	Ne joue pas !
They played.	Ils ont joué.
They cooked.	Ils ont cuisiné.
Let's dance!	Dansons !
We are calm.	Nous sommes calmes.
I have soup.	J'ai de la soupe.
We can walk.	Nous pouvons marcher.
She is calm.	Elle est calme.
She can eat.	Elle peut manger.
Eat with me!	Mange avec moi !
You can eat.	Tu peux manger.
I have rice.	J'ai du riz.
We can play.	Nous pouvons jouer.
They jumped.	Ils ont sauté.
He is happy.	Il est content.
I like soup.	J'aime la soupe.
He can play.	Il peut jouer.
She is sick.	Elle est malade.
We ate well.	Nous avons bien mangé.
She is free.	Elle est libre.
We are sick.	Nous sommes malades.
They talked.	Ils ont parlé.
She has tea.	Elle a du thé.
They worked.	Ils ont travaillé.
I want milk.	Je veux du lait.
We are free.	Nous sommes libres.
I swam well.	J'ai bien nagé.
I want rice.	Je veux du riz.
We sing too.	Nous chantons aussi.
He is ready.	Il est prêt.
I don't eat.	Je ne mange pas.
You are free.	Tu es libre.
She is small.	Elle est petite.
Play with me!	Joue avec moi !
We are happy.	Nous sommes contents.
We are ready.	Nous sommes prêts.
She is tired.	Elle est fatiguée.
You work too.	Tu travailles aussi.
You are calm.	Tu es calme.
We have milk.	Nous avons du lait.
She is ready.	Elle est prête.
We walk here.	Nous marchons ici.
I sing often.	Je chante souvent.
Sing with me!	Chante avec moi !
He has honey.	Il a du miel.
We like milk.	Nous aimons le lait.
I am not sad.	Je ne suis pas triste.
We work well.	Nous travaillons bien.
You cook too.	Tu cuisines aussi.
I walk often.	Je marche souvent.
We cook well.	Nous cuisinons bien.
She can walk.	Elle peut marcher.
I like water.	J'aime l'eau.
They can eat.	Ils peuvent manger.
We are small.	Nous sommes petits.
I want honey.	Je veux du miel.
We are young.	Nous sommes jeunes.
Jump with me!	Saute avec moi !
He sings too.	Il chante aussi.
Swim with me!	Nage avec moi !
We like soup.	Nous aimons la soupe.
I don't work.	Je ne travaille pas.
You like tea.	Tu aimes le thé.
We are tired.	Nous sommes fatigués.
I jump today.	Je saute aujourd'hui.
I have honey.	J'ai du miel.
We swim here.	Nous nageons ici.
Talk with me!	Parle avec moi !
I want bread.	Je veux du pain.
He is strong.	Il est fort.
We eat often.	Nous mangeons souvent.
You can work.	Tu peux travailler.
You are sick.	Tu es malade.
You have tea.	Tu as du thé.
I don't talk.	Je ne parle pas.
You eat often.	Tu manges souvent.
She sings too.	Elle chante aussi.
They eat well.	Ils mangent bien.
You play here.	Tu joues ici.
The cow walks.	La vache marche.
She has bread.	Elle a du pain.
The boy swims.	Le garçon nage.
They have tea.	Ils ont du thé.
We dance here.	Nous dansons ici.
He wants rice.	Il veut du riz.
He plays well.	Il joue bien.
We work today.	Nous travaillons aujourd'hui.
He eats today.	Il mange aujourd'hui.
They jump too.	Ils sautent aussi.
They can work.	Ils peuvent travailler.
You swim here.	Tu nages ici.
You sing here.	Tu chantes ici.
The dog walks.	Le chien marche.
The boy sings.	Le garçon chante.
We swim today.	Nous nageons aujourd'hui.
We want water.	Nous voulons de l'eau.
You walk here.	Tu marches ici.
We don't jump.	Nous ne sautons pas.
He likes soup.	Il aime la soupe.
We like bread.	Nous aimons le pain.
We like honey.	Nous aimons le miel.
He wants milk.	Il veut du lait.
You like rice.	Tu aimes le riz.
We have water.	Nous avons de l'eau.
You like soup.	Tu aimes la soupe.
We are strong.	Nous sommes forts.
They like tea.	Ils aiment le thé.
I worked well.	J'ai bien travaillé.
You cook well.	Tu cuisines bien.
The cat plays.	Le chat joue.
They can play.	Ils peuvent jouer.
You don't eat.	Tu ne manges pas.
I like cheese.	J'aime le fromage.
We swim often.	Nous nageons souvent.
I like coffee.	J'aime le café.
You jump well.	Tu sautes bien.
We don't play.	Nous ne jouons pas.
Dance with me!	Danse avec moi !
You are ready.	Tu es prêt.
She likes tea.	Elle aime le thé.
You want milk.	Tu veux du lait.
You sang well.	Tu as bien chanté.
I am not calm.	Je ne suis pas calme.
We jump today.	Nous sautons aujourd'hui.
I dance today.	Je danse aujourd'hui.
The boy jumps.	Le garçon saute.
We want bread.	Nous voulons du pain.
She sang well.	Elle a bien chanté.
My cat is big.	Mon chat est grand.
You swam well.	Tu as bien nagé.
You are small.	Tu es petit.
He has coffee.	Il a du café.
You walk today.	Tu marches aujourd'hui.
Is the cow sad?	Est-ce que la vache est triste ?
The cat is big.	Le chat est grand.
You don't talk.	Tu ne parles pas.
They dance too.	Ils dansent aussi.
You walk often.	Tu marches souvent.
They jump well.	Ils sautent bien.
You don't sing.	Tu ne chantes pas.
You want honey.	Tu veux du miel.
My room is big.	Ma chambre est grande.
They swam well.	Ils ont bien nagé.
They work well.	Ils travaillent bien.
They cook here.	Ils cuisinent ici.
We are not sad.	Nous ne sommes pas tristes.
The cow is sad.	La vache est triste.
Look at my cat!	Regarde mon chat !
She is not sad.	Elle n'est pas triste.
We dance often.	Nous dansons souvent.
You sing often.	Tu chantes souvent.
You swim today.	Tu nages aujourd'hui.
You have bread.	Tu as du pain.
We have cheese.	Nous avons du fromage.
They want milk.	Ils veulent du lait.
They eat today.	Ils mangent aujourd'hui.
She wants soup.	Elle veut de la soupe.
The boy is sad.	Le garçon est triste.
He is not free.	Il n'est pas libre.
They don't eat.	Ils ne mangent pas.
He likes bread.	Il aime le pain.
They are tired.	Ils sont fatigués.
You talk often.	Tu parles souvent.
You don't swim.	Tu ne nages pas.
He sees my dog.	Il voit mon chien.
She likes milk.	Elle aime le lait.
My sister eats.	Ma sœur mange.
They are happy.	Ils sont contents.
You jump often.	Tu sautes souvent.
The cat is sad.	Le chat est triste.
He likes honey.	Il aime le miel.
They work here.	Ils travaillent ici.
They are ready.	Ils sont prêts.
We like coffee.	Nous aimons le café.
My father eats.	Mon père mange.
The duck walks.	Le canard marche.
The baby plays.	Le bébé joue.
My mother eats.	Ma mère mange.
We played well.	Nous avons bien joué.
You work today.	Tu travailles aujourd'hui.
She works well.	Elle travaille bien.
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
Thank you, my friend!	Merci, mon ami !
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
I must speak slowly.	Je dois parler lentement.
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
Did you wash the cups?	As-tu lavé les tasses ?
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
He wants to take the bus.	Il veut prendre le bus.
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
She's going to bake a cake.	Elle va faire un gâteau.
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
