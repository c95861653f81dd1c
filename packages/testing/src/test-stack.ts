import { type AnyStack, programOfStack, up } from '@slipway/operations'
import type { GivenReference } from '@slipway/testkit'
import { Deployed, type Round, valuesIn } from './deployment.ts'
import { type AnyGiven, forReal, inMemory, type Place, testInstance } from './in-memory.ts'
import { inRealFolder } from './real-folder.ts'

export interface StackChange extends Round {
  /** Another stack: its version after a change. */
  readonly stack?: AnyStack
  /** The answers and behaviour of providers in memory, and what references find. Replaces what was given before. */
  readonly given?: readonly AnyGiven[]
}

export interface RealStack extends Omit<StackChange, 'given' | 'stack'> {
  /** Real plugins are called, in a new folder that is removed in the end. */
  readonly real: true
  /** The exports that references find. They replace earlier ones. */
  readonly given?: readonly GivenReference[]
  /** Files and folders that the stack needs; the folder gets copies. */
  readonly files?: readonly string[]
}

export type TestedStack = Deployed<StackChange>

/**
 * Plans and deploys a stack in memory: `await testStack(stack, { variables })`. Nothing outside is changed.
 *
 * @throws Failure, DiagnosticsFailure for mistakes in the stack, and for failures of the change; see `throws`
 */
export function testStack(stack: AnyStack, change?: StackChange): Promise<TestedStack>
/** Deploys it for real, and hands it to `look`. Always destroys it afterwards, and removes its folder. */
export function testStack<T>(
  stack: AnyStack,
  change: RealStack,
  look: (deployed: TestedStack, folder: string) => Promise<T>,
): Promise<T>
export async function testStack<T>(
  stack: AnyStack,
  change: StackChange | RealStack = {},
  look?: (deployed: TestedStack, folder: string) => Promise<T>,
): Promise<T | TestedStack> {
  if (!('real' in change)) return await deployedIn(inMemory(), stack).change(change)
  if (look === undefined) throw new TypeError('with real: true, testStack() takes a function that looks at it')
  return await inRealFolder(change.files ?? [], async (folder) => {
    const deployed = deployedIn(forReal(folder, process.cwd()), stack)
    return await deployed.lookedAt(change, () => look(deployed, folder))
  })
}

function deployedIn(place: Place, stack: AnyStack): TestedStack {
  const request = { instance: testInstance }
  let current = stack
  return new Deployed<StackChange>({
    ...place,
    request,
    up: ({ stack: next, variables, given = [] }, approve) => {
      current = next ?? current
      const program = programOfStack(current, valuesIn(variables))
      return place.deploy(given, (slipway) => up(slipway, { ...request, program, approve, throws: false }))
    },
    state: () => place.state(request.instance),
  })
}
