/** A band of numbers behind a stage name, from `from` up to, and without, `to`. */
export interface StageRange {
  readonly name: StageRangeName
  readonly from: number
  readonly to: number
  /** The purpose of the tasks in it. */
  readonly purpose: string
  /** Kept for later: a task should not stand in it. */
  readonly reserved: boolean
}

export type StageRangeName =
  | 'hardware'
  | 'reserved-1000'
  | 'disks'
  | 'reserved-3000'
  | 'network'
  | 'reserved-5000'
  | 'software'
  | 'reserved-7000'
  | 'monitoring'

/**
 * The ranges by which plugins that do not know each other come in a sensible order:
 * `stage: post_deployment/4100` runs with the network, before any software is installed.
 */
export const stageRanges: readonly StageRange[] = [
  range('hardware', 0, 'hardware configuration, for example drivers'),
  reserved('reserved-1000', 1000),
  range('disks', 2000, 'disk partitioning and volumes'),
  reserved('reserved-3000', 3000),
  range('network', 4000, 'network configuration'),
  reserved('reserved-5000', 5000),
  range('software', 6000, 'software deployment'),
  reserved('reserved-7000', 7000),
  range('monitoring', 8000, 'monitoring services'),
]

function range(name: StageRangeName, from: number, purpose: string): StageRange {
  return { name, from, to: from + 1000, purpose, reserved: false }
}

function reserved(name: StageRangeName, from: number): StageRange {
  return { name, from, to: from + 1000, purpose: 'reserved for future uses', reserved: true }
}
