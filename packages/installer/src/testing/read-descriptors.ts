import assert from 'node:assert/strict'
import { Failure } from '@slipway/model'
import type { Descriptor, LongForm } from '../descriptor/descriptor.ts'
import { parseDescriptor } from '../descriptor/parse.ts'

/** The folder that relative paths of descriptors in tests start from. */
const cwd = '/work/shop'

export function parsed(written: string | LongForm, as?: string): Descriptor {
  return parseDescriptor(written, { cwd, ...(as !== undefined && { as }) })
}

/** Returns the error for a text that is not a descriptor. */
export function refused(written: unknown, as?: string): { readonly message: string; readonly hint: string } {
  try {
    parsed(written as string, as)
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, 'install/bad-descriptor')
    return { message: error.message, hint: error.hint ?? '' }
  }
  assert.fail(`${JSON.stringify(written)} was read`)
}
