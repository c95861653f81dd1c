import { resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { readText } from '@slipway/source/files'
import { homeOf } from '../home.ts'

/** Maximum size of a value, in bytes: enough for a key or a certificate, not for a file to deploy. */
const mostOfValue = 1024 * 1024

const prefix = /^(env|file|text):/

/** Options for resolving a pointer to a text. */
export interface PointerOptions {
  readonly env: NodeJS.ProcessEnv
  /** The folder in which relative paths start. */
  readonly folder: string
  /** The purpose of the text and its giver, for messages: `providers.aws.token (slipway.config.yaml:3)`. */
  readonly about: string
}

/** True for `env:NAME` and `file:PATH`, which point to a text, and for `text:…`, which stands for the text after the colon. */
export function isPointer(value: unknown): value is string {
  return typeof value === 'string' && prefix.test(value)
}

/** True for a pointer to another place. */
export function isElsewhere(value: unknown): value is string {
  return isPointer(value) && !value.startsWith('text:')
}

/**
 * Returns the text to which a value points: the content of an environment variable, or of a file without its final line break. Returns any other
 * value unchanged.
 *
 * @throws Failure `cli/no-such-variable`, or like `readText`
 */
export function givenText(value: string, { env, folder, about }: PointerOptions): string {
  const kind = prefix.exec(value)?.[1]
  if (kind === undefined) return value
  const rest = value.slice(kind.length + 1)
  if (kind === 'text') return rest
  const hint = `to use this text itself, write text:${value}`
  if (kind === 'env') {
    const text = env[rest] ?? ''
    if (text !== '') return text
    const state = env[rest] === undefined ? 'not set' : 'empty'
    throw new Failure('cli/no-such-variable', `${about}: the variable ${rest} of the environment is ${state}`, { hint })
  }
  const path = resolve(folder, rest.replace(/^~(?=\/|$)/, homeOf(env)))
  try {
    return readText(path, { most: mostOfValue }).replace(/\r?\n$/, '')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, `${about}: ${error.message}`, { hint, cause: error })
  }
}
