import { startJournal } from './journal.ts'
import { startLive } from './live.ts'
import { startReference } from './reference.ts'
import { showRequest, startRequest } from './request.ts'
import { startScenario } from './scenario.ts'
import { startSettings } from './settings.ts'
import { startReset } from './state.ts'

startRequest()
startScenario()
startSettings()
startReset()
startJournal()
startReference()
showRequest()
startLive()
