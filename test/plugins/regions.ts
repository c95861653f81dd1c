/** A provider of a service with regions: its things are files in a folder for each region, which the settings name. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  badInput,
  computed,
  defineDataSource,
  defineProvider,
  defineResource,
  replacing,
  secret,
  serve,
  tuning,
} from '@slipway/sdk'
import { z } from 'zod'

const limitMs = z.int().default(30)

const config = z.object({
  region: z.enum(['here', 'us', 'eu']),
  owner: z.string().optional(),
  token: secret(z.string().optional()),
  address: z.string().optional(),
  // With REGIONS_OLD, the field lacks the mark `tuning` that a later version gave it.
  limitMs: process.env['REGIONS_OLD'] === undefined ? tuning(limitMs) : limitMs,
})

const world = process.env['REGIONS'] ?? '.'

const bucket = defineResource({
  type: 'regions/bucket',
  config,
  schema: z.object({
    name: replacing(z.string()),
    content: z.string().default(''),
    tags: z.record(z.string(), z.string()).optional(),
    arn: computed(z.string()),
  }),
  settlement: 'find',
  identity: { fields: ['name'] },
  async deploy({ spec, config: { region, owner = 'nobody' } }) {
    mkdirSync(join(world, region), { recursive: true })
    writeFileSync(join(world, region, spec.name), spec.content)
    return { arn: `${region}:${spec.name} of ${owner}` }
  },
  async read({ spec, config: { region } }) {
    const file = join(world, region, spec.name)
    return existsSync(file) ? { content: readFileSync(file, 'utf8') } : undefined
  },
  async destroy({ spec, config: { region } }) {
    rmSync(join(world, region, spec.name), { force: true })
  },
})

/** A resource whose id only the service chooses. */
const server = defineResource({
  type: 'regions/server',
  config,
  schema: z.object({ size: z.int(), id: computed(z.string()) }),
  settlement: 'ask',
  idField: 'id',
  async deploy({ spec, current, resourceId, config: { region } }) {
    const id = current?.spec.id ?? `i-${resourceId}`
    mkdirSync(join(world, region), { recursive: true })
    writeFileSync(join(world, region, id), String(spec.size))
    return { id }
  },
  async read({ spec, config: { region } }) {
    const file = join(world, region, spec.id ?? 'none')
    return existsSync(file) ? { id: spec.id, size: Number(readFileSync(file, 'utf8')) } : undefined
  },
  async destroy({ spec, config: { region } }) {
    rmSync(join(world, region, spec.id ?? 'none'), { force: true })
  },
})

const found = defineDataSource({
  type: 'regions/bucket',
  config,
  filters: z.object({ name: z.string() }),
  fields: z.object({ content: z.string() }),
  fetch({ where: { name }, config: { region } }) {
    const file = join(world, region, name)
    if (!existsSync(file)) throw badInput(`there is no bucket ${name} in ${region}`)
    return { content: readFileSync(file, 'utf8') }
  },
})

await serve(
  defineProvider({ id: 'acme/regions', version: '1.0.0', config, resources: [bucket, server], dataSources: [found] }),
)
