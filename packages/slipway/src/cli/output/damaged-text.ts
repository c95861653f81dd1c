import { visible } from '@slipway/source/visible'
import type { DamagedRecord } from '@slipway/stores'

/** What is said of a record that a command which only looks, or repairs, goes on without. */
export function damagedText({ kind, id, reason }: DamagedRecord): string {
  return `damaged record: ${kind} ${visible(id)}: ${visible(reason)}\n`
}
