import { visible } from '@slipway/source/visible'
import { damageText, type DamagedRecord } from '@slipway/stores'

/** What is said of a record that a command which only looks, or repairs, goes on without. */
export function damagedText(record: DamagedRecord): string {
  return `damaged record: ${visible(damageText(record))}\n`
}
