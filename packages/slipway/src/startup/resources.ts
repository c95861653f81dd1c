/** The process of resources that a project defines in its own sources, built to dist/resources.cjs: `node resources.cjs '{"namespace":…}'`. */
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as sdk from '@slipway/sdk'
import { installModuleHooks } from '@slipway/operations/modules/module-hooks'
import { forStacks } from '@slipway/operations/stack-files/for-stacks'
import { withPlaces } from './with-places.ts'

interface Wanted {
  readonly namespace: string
  /** Absolute paths, by type. */
  readonly files: Readonly<Record<string, string>>
}

async function serve({ namespace, files }: Wanted): Promise<void> {
  const resources = await Promise.all(Object.entries(files).map(([type, file]) => resourceIn(file, type)))
  const config = resources.find((resource) => resource.config !== undefined)?.config
  const options = { id: `project/${namespace}`, version: '0.0.0', namespace, resources }
  await sdk.serve(withPlaces(sdk.defineProvider(config === undefined ? options : { ...options, config })))
}

async function resourceIn(file: string, type: string): Promise<sdk.ResourceType> {
  const exported = Object.values(await loaded(file))
  const found = exported.filter(isResourceType).find((each) => each.type === type)
  if (found !== undefined) return found
  throw new Error(
    `${shown(file)} defines ${type} and does not export it: write export const … = defineResource({ type: '${type}', … }) at its top`,
  )
}

async function loaded(file: string): Promise<object> {
  try {
    return (await import(pathToFileURL(file).href)) as object
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) || !/slipway.* does not provide an export named/.test(thrown.message))
      throw thrown
    throw new Error(
      `${shown(file)} cannot be loaded to serve its resources: ${thrown.message}; define them in their own file, which deploys nothing`,
      { cause: thrown },
    )
  }
}

function isResourceType(value: unknown): value is sdk.ResourceType {
  return typeof value === 'object' && value !== null && 'type' in value && 'prepareDeploy' in value
}

function shown(file: string): string {
  return relative(process.cwd(), file)
}

installModuleHooks({
  provided: new Map<string, object>([
    ['@slipway/sdk', sdk],
    ['slipway', forStacks],
    ['@slipway/operations', forStacks],
  ]),
})
serve(JSON.parse(process.argv[2] ?? '') as Wanted).catch((thrown: unknown) => {
  process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`)
  process.exitCode = 1
})
