import type { Group } from './case.ts'
import { flat } from './cases/flat.ts'
import { nested } from './cases/nested.ts'
import { older } from './cases/older.ts'
import { outside } from './cases/outside.ts'
import { peculiar } from './cases/peculiar.ts'
import { publishedOnes } from './cases/published.ts'

export const groups: readonly Group[] = [flat, nested, peculiar, older, outside, publishedOnes]
