// Restores two backups in turn until it is killed, and damages the state in between when told to. Says `restoring <which>`
// before each. Arguments: directory, first backup, second backup, `sound` or `damaged`.
import { writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../lock.ts'
import { processSealer } from '../../seal/index.ts'
import { restoreState } from '../upkeep/restore.ts'
import { hasEnded, thisProcess } from './this-process.ts'

const [directory = '', first = '', second = '', before = ''] = process.argv.slice(2)
const keeper = { holder: thisProcess('restorer'), isGone: hasEnded, clock: systemClock }
for (let round = 0; ; round++) {
  if (before === 'damaged') writeFileSync(join(directory, 'state.db'), Buffer.alloc(4096))
  const source = round % 2 === 0 ? first : second
  writeSync(1, `restoring ${source}\n`)
  await restoreState({ ...keeper, directory, source, sealer: processSealer() })
}
