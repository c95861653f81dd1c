package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
)

// What there is in the world: a file of a folder for each thing, and the calls that were heard, a line for each.
type book struct {
	mutex sync.Mutex
}

func folder() string { return os.Getenv("GO_BOOK") }

func (b *book) file(id string) string { return filepath.Join(folder(), id+".json") }

func (b *book) write(id string, thing map[string]any) error {
	text, err := json.Marshal(thing)
	if err != nil {
		return err
	}
	return os.WriteFile(b.file(id), text, 0o600)
}

// Nothing for what is not there.
func (b *book) read(id string) (map[string]any, error) {
	text, err := os.ReadFile(b.file(id))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var thing map[string]any
	return thing, json.Unmarshal(text, &thing)
}

func (b *book) remove(id string) error {
	err := os.Remove(b.file(id))
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

func (b *book) heard(method string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	file, err := os.OpenFile(os.Getenv("GO_CALLS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	_, _ = file.WriteString(method + "\n")
}

// What is wrong at the moment: a word in a file.
func isSaid(word string) bool {
	text, err := os.ReadFile(os.Getenv("GO_SAYS"))
	return err == nil && string(text) == word
}
