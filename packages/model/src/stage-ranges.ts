/** A range of the numbers behind a stage name, from `from` up to but not including `to`. */
export interface StageRange {
  readonly name: StageRangeName
  readonly from: number
  readonly to: number
  /** The purpose of its tasks. */
  readonly purpose: string
  /** Reserved for later; no task should use it. */
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
 * The ranges that bring plugins which do not know each other into a sensible order: `stage: post_deployment/4100` runs with the network,
 * before any software is installed.
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
