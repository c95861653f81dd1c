import { shellWord } from '@slipway/model'
import type { Descriptor, LongForm } from './descriptor.ts'
import { rowOf } from './grammar.ts'
import { parseDescriptor } from './parse.ts'

/** Returns the short form in its canonical spelling, for messages, lock files and records. Never contains credentials. */
export function descriptorText(descriptor: Descriptor): string {
  const row = rowOf(descriptor.form.form)
  return row.write(descriptor.form, row.asked(descriptor))
}

/**
 * Returns the common part of all descriptors that mean the same plugin, in any version. Another server or another `--as` means another plugin; other
 * parameters mean another package of the same plugin.
 */
export function descriptorKey({ form, server, as }: Descriptor): string {
  const source = rowOf(form.form).write(form, undefined)
  const words = [
    source,
    ...(server === undefined ? [] : [`server=${server}`]),
    ...(as === undefined ? [] : [`as=${as.kind}:${as.id}`]),
  ]
  return words.join(' ')
}

/** Returns the requested version, range, tag, branch, commit or digest; `undefined`: none was requested. */
export function askedOf(descriptor: Descriptor): string | undefined {
  return rowOf(descriptor.form.form).asked(descriptor)
}

/**
 * Returns a descriptor from its key, in the form of lock files and records. `asked` is the result of `askedOf`; `version` is the recorded version,
 * which belongs to `--as`.
 * @throws Failure `install/bad-descriptor`
 */
export function descriptorOfKey(
  key: string,
  { asked = '', version = '0.0.0' }: { readonly asked?: string; readonly version?: string } = {},
): Descriptor {
  const [source = '', ...words] = key.split(/ (?=(?:as|server)=)/)
  const valueOf = (name: string): string | undefined => words.find((word) => word.startsWith(name))?.slice(name.length)
  const [server, as] = [valueOf('server='), valueOf('as=')]
  const long = { source, ...(asked !== '' && { version: asked }), ...(server !== undefined && { server }) }
  return parseDescriptor(long, { cwd: '/', ...(as !== undefined && { as: `${as}@${version}` }) })
}

/** Returns everything that a file can hold of a descriptor: the short form if it is complete, otherwise the long one. `parseDescriptor` reads both. */
export function writtenDescriptor(descriptor: Descriptor): string | LongForm {
  const { parameters, checksums, server, as } = descriptor
  const text = descriptorText(descriptor)
  if (parameters === undefined && checksums === undefined && server === undefined && as === undefined) return text
  return {
    source: text,
    ...(parameters !== undefined && { parameters }),
    ...(checksums !== undefined && { checksums }),
    ...(server !== undefined && { server }),
    ...(as !== undefined && { as: `${as.kind}:${as.id}@${as.version}` }),
  }
}

/** Returns the descriptor as a shell word, for commands in messages. */
export function descriptorWord(descriptor: Descriptor): string {
  const written = writtenDescriptor(descriptor)
  return shellWord(typeof written === 'string' ? written : JSON.stringify(written))
}
