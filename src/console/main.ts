import { startConnect } from './connect/connect.ts'
import { startJournal } from './journal/journal.ts'
import { startLiveUpdates } from './journal/liveUpdates.ts'
import { startPlants } from './plants/plantsView.ts'
import { startReference } from './reference/reference.ts'
import { startRequestPanel } from './request/requestPanel.ts'
import { startHeadline } from './scenarios/headline.ts'
import { startScenarios } from './scenarios/scenarios.ts'
import { startSettings } from './settings/settings.ts'
import { startLoading } from './state/load.ts'
import { startViews } from './views.ts'

startRequestPanel()
startScenarios()
startHeadline()
startPlants()
startConnect()
startSettings()
startJournal()
startReference()
startLoading()
startViews()
startLiveUpdates()
