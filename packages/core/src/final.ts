/** On a rejection of ours that another attempt can't change. Looked up once: it is asked of every failure. */
export const FINAL = Symbol.for('resilience4cata.final')
