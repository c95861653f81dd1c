/** `node damage.mjs TABLE`: changes the text of records behind Slipway's back. */
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync('.slipway/state.db')
database.exec(`UPDATE ${process.argv[2]} SET body = replace(body, 'first', 'fist') WHERE body LIKE '%first%'`)
if (process.argv[2] === 'instances') database.exec(`UPDATE instances SET checksum = 0 WHERE name = 'app'`)
database.close()
