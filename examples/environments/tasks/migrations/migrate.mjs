// Applies each migration that the database of this environment has not seen.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const { instance, variables, exports } = JSON.parse(readFileSync(process.env.SLIPWAY_TASK_INPUT, 'utf8'))
const folder = dirname(resolve('../..', exports.database))
const applied = join(folder, 'applied.txt')
const seen = existsSync(applied) ? readFileSync(applied, 'utf8').split('\n') : []
for (const name of readdirSync('sql').sort()) {
  if (seen.includes(name)) continue
  // Here a real script logs in with the password, and runs the file.
  appendFileSync(join(folder, 'schema.sql'), readFileSync(join('sql', name)))
  appendFileSync(applied, `${name}\n`)
  console.log(`${instance}: applied ${name} with a password of ${variables.password.length} characters`)
}
