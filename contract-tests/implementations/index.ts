export { faultyServers } from './faulty/index.ts'
export { variations } from './valid/index.ts'
