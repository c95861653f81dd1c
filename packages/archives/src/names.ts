import type { ArchiveCaps, Refuse } from './caps.ts'

/**
 * The steps of a name within an archive, without `.`; empty for the top.
 * @throws the error from `refuse`
 */
export function stepsOf(name: string, { name: longest, depth }: ArchiveCaps, refuse: Refuse): readonly string[] {
  refuseUnsafe(name, refuse)
  if (Buffer.byteLength(name) > longest) throw refuse('a name in it is too long')
  const steps = name.split('/').filter((step) => step !== '' && step !== '.')
  if (name.startsWith('/') || steps.includes('..')) throw refuse('leads out of it', shown(name))
  if (steps.length > depth) throw refuse(`is more than ${depth} folders deep`, shown(name))
  return steps
}

/** Checks the target of a link. The `LinkMap` checks where it leads. */
export function checkTarget(target: string, name: string, { name: longest }: ArchiveCaps, refuse: Refuse): void {
  refuseUnsafe(target, refuse)
  if (Buffer.byteLength(target) > longest) throw refuse('is a link with a target that is too long', shown(name))
  if (target.startsWith('/')) throw refuse('leads out of it', shown(name))
}

function refuseUnsafe(name: string, refuse: Refuse): void {
  if (name.includes('\0') || name === '') throw refuse('a name in it is empty or contains a zero byte')
  // Some readers take a backslash for a separator.
  if (name.includes('\\')) throw refuse('has a backslash in its name', shown(name))
  // Bytes that are not UTF-8 also arrive as this character, and two such names would become one.
  if (name.includes('\uFFFD')) throw refuse('has a name that is not UTF-8', shown(name))
  if (/^[a-z]:/i.test(name)) throw refuse('begins with the letter of a drive', shown(name))
}

/** Names that are the same here are one name for a file system that ignores case or the forms of Unicode. */
export function folded(step: string): string {
  if (isAscii.test(step)) return step.toUpperCase()
  return step.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}

const isAscii = /^[\0-\x7f]*$/
const longestShown = 200

/** A stranger's name for a message: on one line, without control characters, and not too long. */
export function shown(name: string): string {
  const text = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16)
    return `\\u{${code}}`
  })
  return text.length > longestShown ? `${text.slice(0, longestShown / 2)}…${text.slice(-50)}` : text
}
