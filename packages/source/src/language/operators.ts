export interface Operator {
  /** A higher rank binds tighter. */
  readonly rank: number
  /** The function for which it is another notation. */
  readonly call: string
  /** The result of the function is inverted. */
  readonly negated?: true
  /** Only Slipway has it: in the other forms it stays a sign, since a call would hide that. */
  readonly extension?: true
}

/** Operators between two expressions; all of them group to the left. Both readers of expressions follow this table. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['||', { rank: 2, call: 'or' }],
  ['&&', { rank: 3, call: 'and' }],
  ['==', { rank: 4, call: 'eq' }],
  ['!=', { rank: 4, call: 'eq', negated: true }],
  ['<', { rank: 5, call: 'lt' }],
  ['<=', { rank: 5, call: 'le' }],
  ['>', { rank: 5, call: 'gt' }],
  ['>=', { rank: 5, call: 'ge' }],
  ['+', { rank: 6, call: 'add', extension: true }],
  ['-', { rank: 6, call: 'subtract', extension: true }],
  ['*', { rank: 7, call: 'multiply', extension: true }],
  ['/', { rank: 7, call: 'divide', extension: true }],
  ['%', { rank: 7, call: 'modulo', extension: true }],
])

/** `a ? b : c` binds less tightly than every operator; `!` and the sign of a number bind more tightly. */
export const choiceRank = 1
export const tightestRank = 8

/** How many operators may follow each other in one row, or lie inside each other. */
export const mostOperators = 50

/** The parameters before `=>`: a name, or names in brackets. */
const head = /(?:[A-Za-z_][\w-]*|\([ \t]*(?:[A-Za-z_][\w-]*[ \t]*(?:,[ \t]*[A-Za-z_][\w-]*[ \t]*)*)?\))[ \t]*=>/y

/** The parameters of the short function that begins here, and where its body begins: `x =>`, `(x, i) =>`. */
export function shortFunctionAt(text: string, at: number): { parameters: readonly string[]; body: number } | undefined {
  const first = text.charCodeAt(at)
  // A name or a bracket.
  if (first < 0x41 && first !== 0x28) return undefined
  head.lastIndex = at
  const found = head.exec(text)?.[0]
  if (found === undefined) return undefined
  return { parameters: found.match(/[A-Za-z_][\w-]*/g) ?? [], body: at + found.length }
}

/** The problem with the names of a short function's parameters; `undefined` if there is none. */
export function parameterProblem(parameters: readonly string[]): { message: string; hint: string } | undefined {
  const taken = parameters.find((name) => reservedParameters.has(name))
  if (taken !== undefined)
    return { message: `a parameter cannot be called "${taken}"`, hint: 'choose another name: x => …' }
  const twice = parameters.find((name, index) => parameters.indexOf(name) < index)
  return twice === undefined
    ? undefined
    : { message: `two parameters are called "${twice}"`, hint: 'give each parameter its own name' }
}

const reservedParameters: ReadonlySet<string> = new Set([
  'true',
  'false',
  'none',
  'variables',
  'values',
  'resources',
  'datasources',
  'children',
])

/** The first characters of operators. Most characters are none of them, and are skipped at once. */
const signs = '|&=!<>+-*/%'

/** The operator that begins here; a `-` only where it is no part of a name: between blanks, or before a number or a bracket. */
export function operatorAt(text: string, at: number): { written: string; operator: Operator } | undefined {
  if (!signs.includes(text[at] ?? ' ')) return undefined
  const two = text.slice(at, at + 2)
  if (two === '=>') return undefined
  const written = operators.has(two) ? two : two.slice(0, 1)
  const operator = operators.get(written)
  if (operator === undefined || (written === '-' && !isMinus(text, at))) return undefined
  // `===`, `**` and their like are no operators of ours: the reader says what to write instead.
  return foreignSigns.some((sign) => text.startsWith(sign, at)) ? undefined : { written, operator }
}

function isMinus(text: string, at: number): boolean {
  const next = text[at + 1] ?? ''
  return /[\d(]/.test(next) || (/\s/.test(next) && (at === 0 || /[\s)\]]/.test(text[at - 1] ?? '')))
}

/** Signs of other languages, longest first, and what does the same here. */
const elsewhere: readonly (readonly [sign: string, hint: string])[] = [
  ['===', '== compares'],
  ['!==', '!= compares'],
  ['...', 'join lists with concat(a, b), and maps with merge(a, b)'],
  ['**', 'write pow(a, b) for a power'],
  ['++', 'write + 1'],
  ['--', 'write - 1, with a space before and after the -'],
  ['//', 'divide with one /; round down with floor(a / b)'],
  ['??', 'write coalesce(a, b) for the first value that is not none'],
  ['?.', 'a missing field is already none: write a.b'],
  ['=>', 'a short function such as x => x.id is an argument of map, filter, flatmap, reduce or sort'],
  ['>>', 'the language has no operators on bits'],
  ['<<', 'the language has no operators on bits'],
]

const foreignSigns = elsewhere.map(([sign]) => sign).filter((sign) => !sign.startsWith('?') && sign !== '=>')

/** The hint for a sign that the language does not have at this place. */
export function signHint(text: string, at: number): string | undefined {
  const long = elsewhere.find(([sign]) => text.startsWith(sign, at))
  if (long !== undefined) return long[1]
  const next = text[at] ?? ''
  if (next === '=') return '== compares'
  if (next === ':') return 'choose with condition ? a : b'
  if (next === '&' || next === '|') return `write ${next}${next}`
  if (next === '`') return 'put text in double quotes; Slipway reads ${…} inside: "${a}-${b}"'
  if (next === '[') return 'for a part of a result, write element(list, index) or lookup(map, key)'
  const [, method] = /^\.(\w{1,40})\(/.exec(text.slice(at, at + 50)) ?? []
  if (method !== undefined) return methodHint(method)
  const before = text.slice(Math.max(0, at - 80), at)
  if (next === '>' && before.endsWith('<')) return '!= compares'
  if (next === '-' || /[\w)\]]-[ \t]*$/.test(before)) return 'a minus sign needs a space on both sides: a - b'
  return wordHint(before, text.slice(at, at + 10))
}

/** The hint for an operator that is a word in other languages, before or after the place where nothing fits. */
function wordHint(before: string, after: string): string | undefined {
  const [word = ''] = /^(?:and|or|in|is)\b/.exec(after) ?? /\b(?:not|if)(?=\s+$)/.exec(before) ?? []
  return /^\w/.test(after) ? words.get(word) : undefined
}

const words: ReadonlyMap<string, string> = new Map([
  ['and', 'write &&'],
  ['or', 'write ||'],
  ['not', 'write !a'],
  ['is', '== compares'],
  ['in', 'write contains(list, a)'],
  ['if', 'choose with condition ? a : b'],
])

/** Methods of JavaScript, and the call that does the same; `a` stands for what the method is called on. */
const methods: ReadonlyMap<string, string> = new Map([
  ['map', 'map(a, x => …)'],
  ['filter', 'filter(a, x => …)'],
  ['flatMap', 'flatmap(a, x => …)'],
  ['reduce', 'reduce(a, (sum, x) => …, 0)'],
  ['sort', 'sort(a, (x, y) => x - y)'],
  ['find', 'filter(a, x => …)[0]'],
  ['some', 'anytrue(map(a, x => …))'],
  ['every', 'alltrue(map(a, x => …))'],
  ['includes', 'contains(a, b)'],
  ['indexOf', 'indexof(a, b), or for text index(a, b)'],
  ['join', 'join(a, ",")'],
  ['split', 'split(a, ",")'],
  ['concat', 'concat(a, b)'],
  ['slice', 'slice(a, 0, 2), or for text substr(a, 0, 2)'],
  ['substring', 'substr(a, 0, 2)'],
  ['toUpperCase', 'to_upper(a)'],
  ['toLowerCase', 'to_lower(a)'],
  ['trim', 'trim(a)'],
  ['startsWith', 'has_prefix(a, b)'],
  ['endsWith', 'has_suffix(a, b)'],
  ['replace', 'replace(a, b, c)'],
  ['replaceAll', 'replace(a, b, c)'],
  ['match', 'regex("pattern", a)'],
  ['test', 'can(regex("pattern", a))'],
  ['flat', 'flatten(a)'],
  ['reverse', 'reverse(a)'],
  ['toString', 'tostring(a)'],
  ['padStart', 'format("%05d", a)'],
  ['toFixed', 'format("%.2f", a)'],
  ['keys', 'keys(a)'],
  ['values', 'vals(a)'],
  ['entries', 'map(keys(a), k => …)'],
  ['stringify', 'jsonencode(a)'],
  ['parse', 'jsondecode(a)'],
  ['max', 'max(a, b)'],
  ['min', 'min(a, b)'],
  ['floor', 'floor(a)'],
  ['ceil', 'ceil(a)'],
  ['round', 'round(a)'],
])

/** The hint for `.name(`: there are no methods. */
export function methodHint(name: string): string {
  return `the language has no methods: ${methods.has(name) ? `write ${methods.get(name)}` : 'write function(value)'}`
}

/** The hint for an index that is no number and no text, such as `[*]`. */
export function indexHint(text: string, at: number): string | undefined {
  if (text[at] === '-') return 'write element(list, -1) to count from the end'
  if (text[at] === '*') return 'write map(list, x => x.name) for a part of each item'
  return /^[A-Za-z_]/.test(text[at] ?? '') ? 'write element(list, index) or lookup(map, key)' : undefined
}

const loop = /for[ \t]+[A-Za-z_]\w*[ \t]*(?:,|in\b)/y

/** The hint for `for x in list`, as HCL has it between brackets. */
export function loopHint(text: string, at: number): string | undefined {
  if (!text.startsWith('for', at)) return undefined
  loop.lastIndex = at
  if (!loop.test(text)) return undefined
  return 'the language has no loops: write map(list, x => …) or filter(list, x => …), and for a map zipmap(keys, values)'
}

/** The hint for what is no name after a dot, such as `.0` and `.*`. */
export function dotHint(text: string, at: number): string | undefined {
  if (text[at] === '*') return indexHint(text, at)
  return /\d/.test(text[at] ?? '') ? 'a list is read by index: [0]' : signHint(text, at - 1)
}
