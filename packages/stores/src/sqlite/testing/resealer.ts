// Seals a state anew with the passphrase `second`, then with the key file, and so on, until it is killed. Says `opening` and
// `done` before and after each time. Arguments: directory, configuration directory.
import { writeSync } from 'node:fs'
import { systemClock } from '../../lock.ts'
import { keyFileSealer, unsealWithAny } from '../../seal/index.ts'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { resealState } from '../upkeep/reseal.ts'
import { hasEnded, thisProcess } from './this-process.ts'

const [directory = '', config = ''] = process.argv.slice(2)
const keeper = { holder: thisProcess('resealer'), isGone: hasEnded, clock: systemClock }
for (let round = 0; ; round++) {
  const [file, phrase] = [keyFileSealer(config), quickPassphraseSealer('second')]
  writeSync(1, 'opening\n')
  const to = round % 2 === 0 ? phrase : file
  await resealState({ ...keeper, directory, unsealer: unsealWithAny(phrase, file), to: () => to })
  writeSync(1, 'done\n')
}
