/** `killed-child.ts ROOT SCENE COUNT`: installs a scene, and kills itself before the disk call with this number. */
import { realDisk } from '../../store/disk.ts'
import { installScene, quiet, scenes } from './crash-scenes.ts'
import { hookedDisk } from '../disks/hooked-disk.ts'
import { worldAt } from '../world.ts'

const [root = '', scene = '', last = ''] = process.argv.slice(2)
const disk = hookedDisk(quiet(realDisk), (count) => {
  if (count >= Number(last)) process.kill(process.pid, 'SIGKILL')
})
await installScene(worldAt(root, scenes[Number(scene)]?.plugins ?? [], { disk }))
