// What a user's classifier says of one attempt. Words only; how they are acted on is each room's affair.

type Word = 'success' | 'failure' | 'overload' | 'ignore'
/** `retryAfterMs`: the other side asked not to be called again before. */
export type Verdict = Word | { readonly verdict: Word; readonly retryAfterMs?: number }

/**
 * What came of asking: a verdict, or `'confused'` when the classifier threw (which has been reported): then value and failure are delivered as they are. `'mistaken'`
 * when it can't be used: what the attempt then fails with is a mistake of the site, of which no layer around makes anything.
 */
export type Judgement = Verdict | 'confused' | 'mistaken'

/**
 * Says of a returned value, or of a thrown one too, whether the attempt was a success. Synchronous (a promise as verdict: R4C-CLS-013), called once per attempt.
 * A function judges values only; in the object form a part that is missing leaves its side to the lists.
 */
export type Classifier<Value = any> =
  | ((value: Value) => Verdict)
  | { result?(value: Value): Verdict; error?(error: any): Verdict }
