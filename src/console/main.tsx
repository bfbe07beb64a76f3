import { render } from 'preact'
import { followMock } from './live.ts'
import { Page } from './page.tsx'
import { startViews } from './views.ts'

startViews()
render(<Page />, document.body)
void followMock()
