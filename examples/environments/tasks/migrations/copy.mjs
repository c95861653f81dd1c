// Copies the data of the last deployment. Before the first one, there is none.
import { cpSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const { instance, exports } = JSON.parse(readFileSync(process.env.SLIPWAY_TASK_INPUT, 'utf8'))
if (exports.database === undefined) console.log(`${instance} has no data yet`)
else {
  const folder = dirname(resolve('../..', exports.database))
  cpSync(folder, `${folder}.before`, { recursive: true })
  console.log(`copied the data of ${instance}`)
}
