/**
 * The number behind a stage's name, kept as its digits: `100`, `100.0` and `+100` are equal, and no two others are.
 * In canonical form: no leading zeros in `whole`, no trailing ones in `fraction`, zero is not negative.
 */
export interface Postfix {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

export const zeroPostfix: Postfix = { negative: false, whole: '', fraction: '' }

const decimal = /^([-+]?)(?:(\d+)(?:\.(\d+))?|\.(\d+))$/

/** Reads `100`, `-99.9`, `+5` or `.5`; `undefined` for anything else, `5.` and `1e3` included. */
export function parsePostfix(text: string): Postfix | undefined {
  const match = decimal.exec(text)
  if (match === null || text.endsWith('\n')) return undefined
  const [, sign, digits = '', fractionAfter = '', fractionAlone = ''] = match
  const whole = withoutLeadingZeros(digits)
  const fraction = withoutTrailingZeros(fractionAfter + fractionAlone)
  return { negative: sign === '-' && whole + fraction !== '', whole, fraction }
}

/** Negative if `a` comes first, 0 if they are the same number. */
export function comparePostfixes(a: Postfix, b: Postfix): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  const magnitude =
    a.whole.length - b.whole.length || compareText(a.whole, b.whole) || compareText(a.fraction, b.fraction)
  return a.negative ? 0 - magnitude : magnitude
}

/** The one way to write the number: `-99.9`. */
export function formatPostfix({ negative, whole, fraction }: Postfix): string {
  return `${negative ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

/** Compares digits from the left. A longer fraction is greater, as in a comparison of text. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (digits[start] === '0') start++
  return digits.slice(start)
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
