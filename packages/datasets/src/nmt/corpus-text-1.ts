/**
 * English–French pairs 1 to 265 of the embedded corpus, one `English<TAB>French` a line. Written for this project
 * and under its MIT licence; taken from no other corpus.
 */
export const CORPUS_TEXT_1 = `Eat!	Mange !
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
`;
