/**
 * A plugin of our own SDK with code and children that look for its host's data. `node peeping-plugin.ts <id>`; with a file as another
 * argument, it also starts a child that does not end, and writes the child's pid there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { computed, defineProvider, defineResource, serve } from '@slipway/sdk'
import * as z from 'zod'

const [id = 'acme/peep', file] = process.argv.slice(2)
const namespace = id.split('/').at(-1) ?? id
const nameOfLaunch = /SLIPWAY_PLUGIN_LAUNCH=(.*)/

const thing = defineResource({
  type: `${namespace}/thing`,
  schema: z.object({
    own: computed(z.string()),
    child: computed(z.string()),
    folder: computed(z.string()),
  }),
  settlement: 'find',
  deploy() {
    const children = spawnSync('/usr/bin/env', { encoding: 'utf8' }).stdout
    const atStart = readFileSync(`/proc/${process.pid}/environ`, 'utf8').replaceAll('\0', '\n')
    return {
      own: process.env['SLIPWAY_PLUGIN_LAUNCH'] ?? 'nothing',
      child: nameOfLaunch.exec(children)?.[1] ?? 'nothing',
      folder: readdirSync(nameOfLaunch.exec(atStart)?.[1] ?? '')
        .toSorted()
        .join(' '),
    }
  },
  read: () => undefined,
  destroy() {},
})

await serve(defineProvider({ id, version: '1.0.0', displayName: 'Peep', resources: [thing] }))
if (file !== undefined) writeFileSync(file, String(spawn('sleep', ['600'], { stdio: 'ignore' }).pid))
