export { defineProjectInstall as define } from '../plugins/define-install.ts'
