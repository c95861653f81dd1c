/** `node damage.mjs WHAT`: changes the state behind Slipway's back. */
import { DatabaseSync } from 'node:sqlite'

const damages = {
  resources: "UPDATE resources SET body = replace(body, 'first', 'fist') WHERE body LIKE '%first%'",
  instances: "UPDATE instances SET checksum = 0 WHERE name = 'app'",
  lock: "UPDATE locks SET holder = '{garbage' WHERE instance = 'app'",
  row: "DELETE FROM resources WHERE instance = 'app' AND body LIKE '%second%'",
  instance: "DELETE FROM instances WHERE name = 'app'",
  table: 'DROP TABLE intents',
}

const database = new DatabaseSync('.slipway/state.db')
database.exec(damages[process.argv[2]])
database.close()
