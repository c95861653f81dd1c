import * as vm from 'node:vm'

/**
 * What JavaScript reads as comparisons and TypeScript as types: `f<T>(x)`, and `f<T>` at the end of a line, which JavaScript continues on
 * the next. Nothing else is valid in both and means something different.
 */
const mayBeTyped = /[^=]>\s*(?:[(`/]|$)/m

/**
 * True for a text in TypeScript that is JavaScript as it stands, as most short stacks are. Node need not load what it strips types with,
 * which takes longer than all else that runs such a text. Only for a process with `--experimental-vm-modules`: in others, always false.
 */
export function isPlainScript(text: string): boolean {
  if (mayBeTyped.test(text)) return false
  try {
    return new vm.SourceTextModule(text).status === 'unlinked'
  } catch {
    // There are types, or mistakes, which the stripping of types reports with their places.
    return false
  }
}
