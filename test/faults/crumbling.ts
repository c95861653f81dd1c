/** A provider whose destroy takes effect, and yet fails once. Its things are files below CRUMBLING_FOLDER. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computed, defineProvider, defineResource, replacing, serve, unexpected } from '@slipway/sdk'
import * as z from 'zod'

const folder = process.env['CRUMBLING_FOLDER'] ?? '/nowhere'
const fileOf = (id: string): string => join(folder, id)

const wall = defineResource({
  type: 'crumbling/wall',
  schema: z.object({ stone: replacing(z.string()), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'find',
  settlesWithinMs: 0,
  destroyBeforeCreate: true,
  deploy({ resourceId, spec }) {
    writeFileSync(fileOf(resourceId), spec.stone)
    return { id: resourceId }
  },
  read({ resourceId }) {
    const file = fileOf(resourceId)
    return existsSync(file) ? { stone: readFileSync(file, 'utf8'), id: resourceId } : undefined
  },
  destroy({ resourceId }) {
    rmSync(fileOf(resourceId), { force: true })
    if (!existsSync(fileOf('once'))) {
      writeFileSync(fileOf('once'), '')
      throw unexpected('the dust settles')
    }
  },
})

await serve(defineProvider({ id: 'acme/crumbling', version: '1.0.0', resources: [wall] }))
