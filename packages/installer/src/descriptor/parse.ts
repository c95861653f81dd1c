import { Failure } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import { readDeclared } from './declared.ts'
import type { Descriptor, LongForm } from './descriptor.ts'
import { claiming } from './grammar.ts'
import { checkedLongForm, longFormIn } from './long-form.ts'
import { Misread } from './misread.ts'
import { refuseAmbiguous } from './seeming.ts'
import { withoutCredentials } from './url-text.ts'

export interface DescriptorBase {
  /** The absolute folder that relative paths start from: the folder of the file that names the descriptor, or the working directory. */
  readonly cwd: string
  /** The value of `--as`: `provider:acme/sqlite@1.0.0`. */
  readonly as?: string
}

const longest = 2048

/**
 * Reads a descriptor in the short or the long form.
 * @throws Failure `install/bad-descriptor` with the mistake and the nearest correct form; never shows credentials
 */
export function parseDescriptor(written: string | LongForm, base: DescriptorBase): Descriptor {
  try {
    if (typeof written !== 'string') return readLong(written, base)
    return isLong(written) ? readLong(longFormIn(limited(written)), base) : readShort(written, base)
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    throw new Failure('install/bad-descriptor', `"${shown(written)}" is not a descriptor: ${told(error.message)}`, {
      hint: told(error.hint ?? 'slipway plugin install --help shows all forms'),
    })
  }
}

function readShort(written: string, { cwd, as }: DescriptorBase): Descriptor {
  const text = limited(written).trim()
  if (text === '') throw new Misread('it is empty')
  if (/[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/u.test(text)) throw new Misread('it contains invisible characters')
  refuseAmbiguous(text)
  // `.` and `..` are paths, too.
  const whole = text === '.' || text === '..' ? `${text}/` : text
  const row = claiming(whole)
  const { body, asked } = row.split(whole)
  if (asked?.trim() === '')
    throw new Misread(
      `there is no version after the "${whole.trim().at(-1)}"`,
      `write a version after it, or leave the "${whole.trim().at(-1)}" out`,
    )
  const form = row.read(body, cwd)
  const chosen = asked === undefined ? { form } : row.choose(form, asked)
  return as === undefined ? chosen : { ...chosen, as: readDeclared(as, form) }
}

/** Whether a text that may also be a path is a descriptor: it looks like neither a path nor an id. */
export function isUnlikePath(text: string): boolean {
  return isLong(text) || !['id', 'path'].includes(claiming(text.trim()).form)
}

/** No short form begins with a brace. */
const isLong = (text: string): boolean => text.trimStart().startsWith('{')

function limited(text: string): string {
  if (text.length > longest) throw new Misread(`it is longer than ${longest} characters`)
  return text
}

function readLong(written: unknown, { cwd, as: said }: DescriptorBase): Descriptor {
  const { source, version, parameters, checksums, server, as: own } = checkedLongForm(written)
  if (said !== undefined && own !== undefined) throw new Misread('both "as" and --as describe it', 'give one of them')
  const declared = own ?? said
  const { as, ...short } = readShort(source, { cwd, ...(declared !== undefined && { as: declared }) })
  const row = claiming(source.trim())
  if (version !== undefined && row.asked(short) !== undefined) {
    throw new Misread('both "source" and "version" have a version', 'write it once')
  }
  if (server !== undefined && !['id', 'pulumi', 'terraform', 'npm'].includes(row.form)) {
    throw new Misread('"source" already names the place: a "server" would contradict it', 'leave "server" out')
  }
  if (parameters !== undefined && ['id', 'terraform'].includes(row.form)) {
    throw new Misread('only plugins of Pulumi take parameters', 'leave "parameters" out')
  }
  return {
    ...short,
    ...(version !== undefined && row.choose(short.form, version)),
    ...(parameters !== undefined && { parameters }),
    ...(checksums !== undefined && { checksums }),
    ...(server !== undefined && { server }),
    ...(as !== undefined && { as }),
  }
}

function shown(written: unknown): string {
  const source = typeof written === 'object' && written !== null && 'source' in written ? written.source : written
  const text = typeof source === 'string' ? source : (JSON.stringify(source) ?? String(source))
  return told(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}

/** Makes a text fit for messages: part of it may come from an untrusted author. */
function told(text: string): string {
  const safe = visible(withoutCredentials(text))
  return safe.length > 600 ? `${safe.slice(0, 600)}…` : safe
}
