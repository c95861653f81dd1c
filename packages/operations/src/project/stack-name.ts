import { basename } from 'node:path'

const stackName = /^(?:(.+)\.)?stack\.ts$/

/** True for the file name of a stack, such as `site.stack.ts`. */
export function isStackName(path: string): boolean {
  return stackName.test(basename(path))
}

/** Returns `site` for `site.stack.ts`; `undefined` for `stack.ts`. */
export function beginningOfStackName(path: string): string | undefined {
  return stackName.exec(basename(path))?.[1]
}
