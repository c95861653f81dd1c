import type { Ports } from '@slipway/engine'

export const failpointVariable = 'SLIPWAY_FAILPOINT'

/**
 * Arms a failpoint for fault tests. With `SLIPWAY_FAILPOINT=after-call:3`, this process kills itself at that moment of the third step, like
 * a power cut. Without the variable there is no failpoint.
 */
export function armedFailpoint(env: NodeJS.ProcessEnv): Pick<Ports, 'failpoint'> {
  const armed = env[failpointVariable]
  if (armed === undefined || armed === '') return {}
  return {
    failpoint: (moment, step) => {
      if (armed === `${moment}:${step}`) process.kill(process.pid, 'SIGKILL')
    },
  }
}
