import { startJournal } from './journal/journal.ts'
import { startLiveUpdates } from './journal/liveUpdates.ts'
import { startReference } from './reference/reference.ts'
import { showRequest, startRequestPanel } from './request/requestPanel.ts'
import { startScenario } from './state/scenario.ts'
import { startSettings } from './state/settings.ts'
import { startReset } from './state/state.ts'

startRequestPanel()
startScenario()
startSettings()
startReset()
startJournal()
startReference()
showRequest()
startLiveUpdates()
