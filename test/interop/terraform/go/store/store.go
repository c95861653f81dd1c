// Package store is the world outside that the test providers change: a folder with one JSON file per object, and a log with one line per
// create, update and delete, so that tests can count them. A test that edits or removes a file makes drift.
package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

// Store is the folder.
type Store struct{ dir string }

// Open makes the folder when it is missing.
func Open(dir string) (*Store, error) {
	if dir == "" {
		return nil, errors.New("no store: set it in the provider's configuration or in the environment")
	}
	return &Store{dir}, os.MkdirAll(dir, 0o755)
}

// Create makes an object with a new id: the name with the first number that is free, so a second one with the same name shows as `north-2`.
func (s *Store) Create(kind, name string, make func(id string) ([]byte, error)) (string, error) {
	if err := os.MkdirAll(filepath.Join(s.dir, kind), 0o755); err != nil {
		return "", err
	}
	for number := 1; ; number++ {
		id := fmt.Sprintf("%s-%d", name, number)
		content, err := make(id)
		if err != nil {
			return "", err
		}
		file, err := os.OpenFile(s.file(kind, id), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(content)
		return id, errors.Join(err, file.Close(), s.log("create", kind, id))
	}
}

// Read answers nil for an object that is gone.
func (s *Store) Read(kind, id string) ([]byte, error) {
	content, err := os.ReadFile(s.file(kind, id))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// Update replaces the content of an object.
func (s *Store) Update(kind, id string, content []byte) error {
	draft := s.file(kind, id) + ".next"
	if err := os.WriteFile(draft, content, 0o644); err != nil {
		return err
	}
	return errors.Join(os.Rename(draft, s.file(kind, id)), s.log("update", kind, id))
}

// Delete of an object that is gone is no error, and is not counted.
func (s *Store) Delete(kind, id string) error {
	err := os.Remove(s.file(kind, id))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return errors.Join(err, s.log("delete", kind, id))
}

// Ids of all objects of a kind, sorted.
func (s *Store) Ids(kind string) []string {
	found, _ := filepath.Glob(s.file(kind, "*"))
	ids := []string{}
	for _, file := range found {
		name := filepath.Base(file)
		ids = append(ids, name[:len(name)-len(".json")])
	}
	sort.Strings(ids)
	return ids
}

// ByName is the id of the first object with that name; "" for none.
func (s *Store) ByName(kind, name string) string {
	for _, id := range s.Ids(kind) {
		var named struct{ Name string }
		content, _ := s.Read(kind, id)
		if json.Unmarshal(content, &named) == nil && named.Name == name {
			return id
		}
	}
	return ""
}

// Note adds a line to the log for something else than an object.
func (s *Store) Note(what, kind, id string) error { return s.log(what, kind, id) }

func (s *Store) file(kind, id string) string { return filepath.Join(s.dir, kind, id+".json") }

func (s *Store) log(what, kind, id string) error {
	file, err := os.OpenFile(filepath.Join(s.dir, "calls.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s %s %s\n", what, kind, id)
	return errors.Join(err, file.Close())
}
