/** The most digits of a number: far beyond the 512 bits with which providers calculate. */
const mostDigits = 1000

/**
 * A number of unlimited precision, as decimal digits: `0.1`, `-12`, `18446744073709551616`. The text is canonical, so two numbers are equal
 * if their texts are equal. Providers compare numbers in the same way.
 */
export class CtyNumber {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** Makes a number. Fails with an Error for a text that is not a decimal number, and for NaN and the infinities. */
  static of(number: number | bigint | string): CtyNumber {
    if (typeof number === 'bigint') return new CtyNumber(number.toString())
    if (typeof number === 'number' && Number.isSafeInteger(number)) return new CtyNumber((number + 0).toString())
    const text = canonical(String(number))
    if (text === undefined) throw new Error(`${shown(String(number))} is not a number`)
    return new CtyNumber(text)
  }

  /** Reads a number; `undefined` for a text that is not a decimal number. */
  static parse(text: string): CtyNumber | undefined {
    const digits = canonical(text)
    return digits === undefined ? undefined : new CtyNumber(digits)
  }

  get isInteger(): boolean {
    return !this.text.includes('.')
  }

  /** The nearest double, for comparing sizes. */
  get approximate(): number {
    return Number(this.text)
  }

  toJSON(): string {
    return this.text
  }
}

/** Returns plain digits without an exponent, leading zeros or zeros at the end of a fraction. */
function canonical(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,4}))?$/.exec(text.length > mostDigits ? '' : text) ?? []
  if (whole === '' && fraction === '') return undefined
  const shift = Number(exponent)
  if (Math.abs(shift) > mostDigits) return undefined
  const digits = `${whole}${fraction}`
  const point = whole.length + shift
  const before = digits
    .slice(0, Math.max(0, point))
    .padEnd(Math.max(0, point), '0')
    .replace(/^0+(?=\d)/, '')
  const after = `${'0'.repeat(Math.max(0, -point))}${digits.slice(Math.max(0, point))}`.replace(/0+$/, '')
  const plain = after === '' ? before || '0' : `${before || '0'}.${after}`
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

function shown(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`
}
