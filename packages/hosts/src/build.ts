/** Put in its place when the package is built, as a version alone names many builds. */
declare const R4C_BUILD: string

/** What this build of the package is called; sources that run as they are have none. */
export const BUILD: string | undefined = typeof R4C_BUILD === 'string' ? R4C_BUILD : undefined
