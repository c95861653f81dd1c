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

/** Says how to rename a script that is named like a stack and has another ending: `site.stack.mts`. `undefined` for any other file. */
export function renamedToStack(path: string): string | undefined {
  const [, beginning] = /^((?:.+\.)?stack)\.(?:[cm]ts|[cm]?js|[jt]sx)$/.exec(basename(path)) ?? []
  return beginning && `a stack is a file named *.stack.ts or stack.ts: rename ${basename(path)} to ${beginning}.ts`
}
