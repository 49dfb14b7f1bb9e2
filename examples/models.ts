// The models of the programs, for tools that try all of them.
export { ProjectedDot } from "./additive-or-dot/projected-dot.ts";
export { recipes } from "./align/recipes.ts";
export { Convolution, PatchAttention, StridedConvolution } from "./attention-or-convolution/models.ts";
export { TextAttention, TextConvolution } from "./attention-or-convolution/text-models.ts";
export { PlainDecoder } from "./attention-or-not/plain-decoder.ts";
export { BagOfWords, Resolver, WordsInOrder } from "./coreference/models.ts";
export {
  maxLength as longestCoreference,
  vocabSize as coreferenceWords,
} from "./coreference/sentences.ts";
export { HierarchicalReader, MeanReader as MeanOfDocument } from "./long-sequences/documents.ts";
export { AttentionLayer, kinds } from "./long-sequences/kinds.ts";
export { MeanClassifier, WindowClassifier } from "./long-sequences/marked-token.ts";
export { SegmentReader } from "./long-sequences/recurrence.ts";
export { vocabSize as recallWords } from "./recall/data.ts";
export { models as recallers } from "./recall/models.ts";
export { Reverser } from "./reversal/reverser.ts";
export { Retriever } from "./scoring-functions/retrieval.ts";
export { Reader as BiasReader } from "./self-attention-claims/bias.ts";
export { maxWords, vocabSize as storyWords } from "./story-questions/encode.ts";
export { MeanReader as MeanOfStory, StoryReader } from "./story-questions/models.ts";
export { AttentionReader, GruReader, MeanReader as MeanOfReview } from "./text-classification/models.ts";
