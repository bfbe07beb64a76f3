import { startJournal } from './journal/journal.ts'
import { startLive } from './journal/live.ts'
import { startReference } from './reference/reference.ts'
import { showRequest, startRequest } from './request/request.ts'
import { startScenario } from './state/scenario.ts'
import { startSettings } from './state/settings.ts'
import { startReset } from './state/state.ts'

startRequest()
startScenario()
startSettings()
startReset()
startJournal()
startReference()
showRequest()
startLive()
