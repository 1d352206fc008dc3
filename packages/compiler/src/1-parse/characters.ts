// Characters, and what a token is: one of the first four, or the character of a punctuator.
export const END = 0
export const WORD = 1
/** A number, a string, a template with all that stands in it, a regular expression. */
export const LITERAL = 2
/** `=>`. */
export const ARROW = 3

const code = (character: string): number => character.charCodeAt(0)
export const BRACE = code('{'), CLOSE_BRACE = code('}'), PAREN = code('('), CLOSE_PAREN = code(')'), BRACKET = code('['), CLOSE_BRACKET = code(']')
export const SEMICOLON = code(';'), EQUALS = code('='), COLON = code(':'), LESS = code('<'), GREATER = code('>'), AT = code('@')
export const SLASH = code('/'), STAR = code('*'), BACKSLASH = code('\\'), BACKTICK = code('`'), DOLLAR = code('$'), DOT = code('.'), BANG = code('!')
export const PLUS = code('+'), MINUS = code('-'), OR = code('|'), AND = code('&'), QUESTION = code('?'), COMMA = code(','), BLANK = code(' '), LINE_FEED = 10, RETURN = 13

/** What a character begins. */
export const NAME = 1, DIGIT = 2, SPACE = 3, QUOTE = 4
const BEGINS = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_#') BEGINS[code(character)] = NAME
for (const character of '0123456789') BEGINS[code(character)] = DIGIT
for (const character of ' \t\v\f\r\n') BEGINS[code(character)] = SPACE
for (const character of '"\'') BEGINS[code(character)] = QUOTE

/** Beyond ASCII all is taken for a part of a name that is no space; `NaN` is the end of a text. */
export const begins = (c: number): number => (c < 128 ? BEGINS[c]! : c >= 128 && !isFarSpace(c) ? NAME : SPACE)

const isFarSpace = (c: number): boolean =>
  c === 0xa0 || c === 0xfeff || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) || c === 0x2028 || c === 0x2029 || c === 0x202f || c === 0x205f || c === 0x3000
