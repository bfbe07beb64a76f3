import DefaultTheme from 'vitepress/theme'
import CheckFilter from './CheckFilter.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('CheckFilter', CheckFilter)
  },
}
