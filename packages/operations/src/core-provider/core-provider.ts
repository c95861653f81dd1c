import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { coreFunctions, coreNamespace } from '@slipway/engine'
import {
  type CallControl,
  type DefinitionRequest,
  Failure,
  type FetchRequest,
  type FunctionCallRequest,
  PluginFailure,
  type Provider,
  type ProviderDefinition,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { readInput } from '@slipway/source/files'
import { version } from '../version.ts'
import { exportedElsewhere, type ExportsOf, exportsType } from './exported-elsewhere.ts'
import { fetchResource } from './fetch-resource.ts'
import { isFile, templateText } from './template-file.ts'

const pluginId = 'slipway/core'

/** The maximum size in bytes that a function reads from outside: the limit of one value in base64. */
export const mostOfValue = 8 * 1024 * 1024

export interface CoreOptions {
  /** The absolute working directory, the base of relative paths in `file`. */
  readonly cwd: string
  readonly folder: string
  readonly now?: () => number
  readonly uuid?: () => string
  readonly exportsOf?: ExportsOf
}

/**
 * The provider `core`, in this process. It defines all functions of the language, answers the functions that need the outside, and reads the exports
 * of other instances.
 */
export class CoreProvider implements Provider {
  readonly validateResource = hasNoTypes
  readonly deploy = hasNoTypes
  readonly hasStabilised = hasNoTypes
  readonly externalState = hasNoTypes
  readonly destroy = hasNoTypes
  readonly #options: Required<CoreOptions>

  constructor(options: CoreOptions) {
    this.#options = { now: Date.now, uuid: randomUUID, exportsOf: nothingElsewhere, ...options }
  }

  define(_request?: DefinitionRequest): Promise<ProviderDefinition> {
    return Promise.resolve({
      pluginId,
      pluginVersion: version,
      namespace: coreNamespace,
      config: { fields: {}, allowAdditionalFields: false },
      resourceTypeNames: [],
      dataSourceTypeNames: [exportsType.type],
      functionNames: [...coreFunctions.keys()],
      resourceTypes: {},
      dataSourceTypes: { [exportsType.type]: exportsType },
      functions: Object.fromEntries(coreFunctions),
    })
  }

  async callFunction({ name, args }: FunctionCallRequest, control: CallControl = {}): Promise<Value> {
    return await asProvider('provider.Function.Call', this.answer(name, args, control))
  }

  async fetch(request: FetchRequest): Promise<ValueMap> {
    return await asProvider('provider.DataSource.Fetch', exportedElsewhere(request, this.#options.exportsOf))
  }

  /** Answers a function. @throws Failure if the value is unavailable */
  async answer(
    name: string,
    [argument = null, from = null]: readonly Value[],
    control: CallControl = {},
  ): Promise<Value> {
    const { cwd, folder, now, uuid } = this.#options
    const given = typeof argument === 'string' ? argument : ''
    switch (name) {
      case 'file':
        return readFile(typeof from === 'string' ? resolve(folder, from) : folder, given).toString('base64')
      case 'templatefile':
        return templateText(folder, given, typeof from === 'string' ? resolve(folder, from) : folder)
      case 'fileexists':
        return isFile(resolve(typeof from === 'string' ? resolve(folder, from) : folder, given))
      case 'http_resource':
        return (await fetchResource(given, mostOfValue, control)).toString('base64')
      case 'cwd':
        return cwd
      case 'uuid':
        return uuid()
      case 'datetime':
        return written(given, new Date(now()))
      default:
        throw new Failure('engine/no-function', `the provider core does not answer calls of ${name}`)
    }
  }
}

/** Turns a failure into a failure of a provider. */
async function asProvider<T>(method: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    const { code, message, hint } = thrown
    const words = hint === undefined ? {} : { hint }
    throw new PluginFailure(code, message, {
      pluginId,
      method,
      pluginErrorCode: 'BAD_INPUT',
      refused: true,
      ...words,
    })
  }
}

function nothingElsewhere(): Promise<never> {
  return Promise.reject(new TypeError('there is no way to read exports of other instances here'))
}

/** Never called: a blueprint with such a type is refused earlier. */
function hasNoTypes(): Promise<never> {
  return Promise.reject(new TypeError('the provider core has functions and a data source, but no resources'))
}

function readFile(folder: string, path: string): Buffer {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path) ?? []
  if (scheme === undefined) return readInput(resolve(folder, path), { what: 'file', most: mostOfValue })
  const isWeb = /^https?$/i.test(scheme)
  const hint = isWeb ? 'http_resource(…) reads a web address' : 'download it first, and name the file'
  throw new Failure('cli/function-input', `file reads files of this machine, not ${scheme} addresses`, { hint })
}

/** In UTC. */
function written(format: string, time: Date): string {
  const [date = '', clock = ''] = time.toISOString().slice(0, 19).split('T')
  switch (format) {
    case 'unix':
      return String(Math.floor(time.getTime() / 1000))
    case 'rfc3339':
      return `${date}T${clock}Z`
    case 'tag':
      return `${date}--${clock.replaceAll(':', '-')}`
    case 'tagcompact':
      return `${date}${clock}`.replaceAll(/[-:]/g, '')
    default:
      throw new Failure(
        'cli/function-input',
        `datetime does not know the format ${JSON.stringify(format.slice(0, 40))}`,
        {
          hint: 'use unix, rfc3339, tag or tagcompact',
        },
      )
  }
}
