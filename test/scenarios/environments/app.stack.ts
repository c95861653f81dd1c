import { stack } from 'slipway'

export default stack({ protect: true }, (s) => {
  s.resource('page', 'local/file', { path: `out/${s.instance}.txt`, content: 'of the stack' })
})
