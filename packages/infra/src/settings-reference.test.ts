import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { variableName } from './config/sources.ts'
import * as etcd from './etcd/plugin.ts'
import * as grpc from './grpc/plugin.ts'
import * as health from './health/plugin.ts'
import * as log from './log/plugin.ts'
import * as postgres from './postgres/plugin.ts'
import * as redis from './redis/plugin.ts'
import * as rest from './rest/plugin.ts'
import * as servicelabel from './servicelabel/plugin.ts'
import * as sqlite from './sqlite/plugin.ts'

const page = join(import.meta.dirname, '../../../docs/reference/agent-settings.md')

/** Every plugin that has settings. */
const modules = { etcd, grpc, health, log, postgres, redis, rest, servicelabel, sqlite }

const head = `# Settings of agent plugins

The [agent plugins](agents.md#agent-plugins-that-come-with-it) of \`@slipway/infra\` take these settings: in the file that \`--redis-config=FILE\` or
\`REDIS_CONFIG\` names, or in \`redis.yaml\` in the folder that \`--config-dir\` or \`CONFIG_DIR\` names; or one by one, as a flag (\`--redis.url=…\`) or as a variable. A
setting with * is required. What is not listed here is refused (\`infra/bad-config\`): in a file, as a flag, and as a variable if no other program begins its variables with the
name of the plugin. All other plugins of \`@slipway/infra\` take no settings. This page is generated from the plugins' own definitions.
`

interface Property {
  readonly description?: string
  readonly default?: unknown
}

function section([name, { settingsSchema }]: readonly [string, { readonly settingsSchema: z.ZodType }]): string {
  const { required = [] } = z.toJSONSchema(settingsSchema, { io: 'input' })
  const { properties = {} } = z.toJSONSchema(settingsSchema) as {
    readonly properties?: Readonly<Record<string, Property>>
  }
  const rows = Object.entries(properties).map(([key, { description, default: standard }]) => {
    assert.ok(description, `${name}.${key} has no description`)
    const shown = isEmpty(standard) ? '' : `\`${typeof standard === 'string' ? standard : JSON.stringify(standard)}\``
    const variable = `${variableName(name)}_${variableName(key)}`
    // The plugin servicelabel has a label of its own as the default.
    const isRequired = required.includes(key) && name !== 'servicelabel'
    return `| \`${name}.${key}\`${isRequired ? ' *' : ''} | \`${variable}\` | ${shown} | ${description} |`
  })
  return `\n## ${name}\n\n| setting | variable | default | what it does |\n|---|---|---|---|\n${rows.join('\n')}\n`.replaceAll(
    '|  |',
    '| |',
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}

test('the reference has every setting of every agent plugin (UPDATE_DOCS=1 writes it)', () => {
  const written = head + Object.entries(modules).map(section).join('')
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, written)
  assert.equal(existsSync(page) ? readFileSync(page, 'utf8') : '', written)
})
