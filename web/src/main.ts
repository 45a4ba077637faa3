import { mount } from 'svelte'
import App from './App.svelte'
import { fixHead } from './lib/base'
import { follow } from './lib/router.svelte'
import { updates } from './lib/updates.svelte'
import './styles/index.css'
import './editions/styles'

fixHead()
follow()
updates.start()
mount(App, { target: document.getElementById('app')! })
