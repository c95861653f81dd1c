import { type Descriptor, parseDescriptor } from '@slipway/installer/descriptors'
import { Failure } from '@slipway/model'
import { scriptFiles } from '@slipway/source/script-files'
import { scriptStrings } from '@slipway/source/script-strings'

/** A key that a stack gives to a plugin: `s.plugin('tflocal', 'terraform:hashicorp/local')`. */
export interface KeyInScript {
  readonly key: string
  readonly descriptor: Descriptor
  /** Absolute. */
  readonly file: string
  readonly line: number
}

const stackFile = /(?:^|[./\\])stack\.[cm]?[jt]s$/

/** Returns the keys in the stacks of a folder, without running them. A key that a stack computes is known only while the stack runs. */
export function keysInScripts(folder: string): readonly KeyInScript[] {
  const stacks = [...scriptFiles(folder)].filter(
    ({ file, text }) => stackFile.test(file) && text.includes('terraform:'),
  )
  return stacks.flatMap(({ file, text }) => keysIn(folder, file, text))
}

function keysIn(folder: string, file: string, text: string): readonly KeyInScript[] {
  const said = scriptStrings(text).filter(({ call, property }) => call?.name === 'plugin' && property === undefined)
  return said.flatMap(({ value: key, call, offset }, index): readonly KeyInScript[] => {
    const next = said[index + 1]
    if (call?.argument !== 0 || next?.call?.argument !== 1) return []
    const descriptor = readDescriptor(next.value, folder)
    return descriptor === undefined ? [] : [{ key, descriptor, file, line: text.slice(0, offset).split('\n').length }]
  })
}

/** Returns `undefined` for a malformed descriptor. The run of the stack reports the mistake. */
function readDescriptor(written: string, cwd: string): Descriptor | undefined {
  try {
    return parseDescriptor(written, { cwd })
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
